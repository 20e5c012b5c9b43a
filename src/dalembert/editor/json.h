#pragma once

#include <nlohmann/json_fwd.hpp>

namespace dalembert {
inline namespace editor {

/// The objects of the language server protocol.
using ProtocolJson = nlohmann::json;

} // namespace editor
} // namespace dalembert
