#include <dalembert/editor/knowledge.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace editor {

namespace {

ProtocolJson to_json(TextPlace place) {
  return ProtocolJson::array({place.line, place.character});
}

TextPlace place_from(const ProtocolJson& json) {
  return {json.at(0).get<std::uint32_t>(), json.at(1).get<std::uint32_t>()};
}

ProtocolJson to_json(const Remark& remark) {
  ProtocolJson out{{"severity", remark.severity},    {"code", remark.code},        {"message", remark.message},
                   {"begin", to_json(remark.begin)}, {"end", to_json(remark.end)}, {"related", ProtocolJson::array()},
                   {"fixes", ProtocolJson::array()}};
  for (const Remark::Related& each : remark.related)
    out["related"].push_back(
        {{"path", each.path}, {"begin", to_json(each.begin)}, {"end", to_json(each.end)}, {"text", each.text}});
  for (const Fix& each : remark.fixes)
    out["fixes"].push_back({{"title", each.title},
                            {"path", each.path},
                            {"begin", to_json(each.begin)},
                            {"end", to_json(each.end)},
                            {"insert", each.insert}});
  return out;
}

Remark remark_from(const ProtocolJson& json) {
  Remark out;
  out.severity = json.at("severity").get<int>();
  out.code = json.at("code").get<std::string>();
  out.message = json.at("message").get<std::string>();
  out.begin = place_from(json.at("begin"));
  out.end = place_from(json.at("end"));
  for (const ProtocolJson& each : json.at("related"))
    out.related.push_back({each.at("path").get<std::string>(), place_from(each.at("begin")), place_from(each.at("end")),
                           each.at("text").get<std::string>()});
  for (const ProtocolJson& each : json.at("fixes"))
    out.fixes.push_back({each.at("title").get<std::string>(), each.at("path").get<std::string>(),
                         place_from(each.at("begin")), place_from(each.at("end")),
                         each.at("insert").get<std::string>()});
  return out;
}

} // namespace

ProtocolJson to_json(const Knowledge& knowledge) {
  ProtocolJson out{{"version", knowledge.version},     {"complete", knowledge.is_complete},
                   {"meaning", knowledge.has_meaning}, {"names", ProtocolJson::object()},
                   {"hints", ProtocolJson::array()},   {"remarks", ProtocolJson::array()}};
  for (const auto& [name, facts] : knowledge.names)
    out["names"][name] = {
        {"unit", facts.unit}, {"value", facts.value}, {"description", facts.description}, {"lines", facts.lines}};
  for (const Hint& hint : knowledge.hints)
    out["hints"].push_back({{"offset", hint.offset}, {"text", hint.text}, {"tooltip", hint.tooltip}});
  for (const Remark& remark : knowledge.remarks)
    out["remarks"].push_back(to_json(remark));
  return out;
}

Knowledge knowledge_from(const ProtocolJson& json) {
  Knowledge out;
  out.version = json.at("version").get<std::int64_t>();
  out.is_complete = json.at("complete").get<bool>();
  out.has_meaning = json.at("meaning").get<bool>();
  for (const auto& [name, facts] : json.at("names").items())
    out.names[name] = {facts.at("unit").get<std::string>(), facts.at("value").get<std::string>(),
                       facts.at("description").get<std::string>(), facts.at("lines").get<std::vector<std::string>>()};
  for (const ProtocolJson& hint : json.at("hints"))
    out.hints.push_back({hint.at("offset").get<std::uint32_t>(), hint.at("text").get<std::string>(),
                         hint.at("tooltip").get<std::string>()});
  for (const ProtocolJson& remark : json.at("remarks"))
    out.remarks.push_back(remark_from(remark));
  return out;
}

} // namespace editor
} // namespace dalembert
