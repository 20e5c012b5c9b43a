#include <dalembert/base/errors.h>
#include <dalembert/expr/text.h>
#include <dalembert/report/stage_text.h>

#include <fmt/format.h>

#include <string_view>

namespace dalembert {
inline namespace report {

namespace {

using Names = std::vector<std::string>;

/// Names the outputs of one program, in their order.
class OutputNames {
public:
  void add(std::string name) { all_.push_back(std::move(name)); }

  /// `h[x]`, `h[y]`, ….
  void vector(std::string_view of, const Names& entries) {
    for (const std::string& entry : entries)
      all_.push_back(fmt::format("{}[{}]", of, entry));
  }

  /// `M[x,x]`, `M[x,y]`, … row by row.
  void matrix(std::string_view of, const Names& rows, const Names& columns) {
    for (const std::string& row : rows)
      for (const std::string& column : columns)
        all_.push_back(fmt::format("{}[{},{}]", of, row, column));
  }

  [[nodiscard]] const Names& all() const { return all_; }

private:
  Names all_;
};

template <typename Item>
Names item_names(const std::vector<Item>& items) {
  Names out;
  for (const Item& item : items)
    out.push_back(item.name);
  return out;
}

/// Prints the programs of one study, each output by the name that its view gives it.
class ProgramPrinter {
public:
  ProgramPrinter(const Study& study, const Programs& programs)
      : study_(study),
        system_(study.system),
        programs_(programs),
        coordinates_(item_names(system_.coordinates)),
        constraints_(item_names(system_.constraints)) {}

  std::string print() {
    print("dynamics: M v' = h + A^T lambda, A v' = gamma", programs_.dynamics.tape, dynamics());
    if (has_products()) print("products with M", programs_.inertia.tape, products());
    print("positions: phi = 0", programs_.positions.tape, positions());
    print("rates: psi = 0", programs_.rates.tape, rates());
    print("impacts", programs_.impacts.tape, impacts());
    print("initial values", programs_.initial.tape, initial());
    print("ranges", programs_.ranges.tape, ranges());
    print("account of one state", programs_.account.tape, account());
    print("powers, integrated along a run", programs_.powers.tape, powers());
    print("observables of checks, plots and tables", programs_.observables.tape, observables());
    print("parts that depend on the time alone", programs_.time.tape, parts(programs_.time));
    for (const CoordinateParts& of : programs_.coordinates)
      print(fmt::format("parts that depend on {} alone", coordinates_[of.coordinate]), of.parts.tape, parts(of.parts));
    return std::move(out_);
  }

private:
  void print(std::string_view title, const Tape& tape, const OutputNames& outputs) {
    ENSURE(outputs.all().size() == tape.outputs());
    if (tape.outputs() == 0) return;
    out_ += fmt::format("{}{}\n", out_.empty() ? "" : "\n", title);
    for (std::size_t i = 0; i < tape.inputs(); ++i)
      out_ += fmt::format("  input x{}: {}\n", i, text(*system_.graph, tape.input_origin(i)));
    for (std::size_t i = 0; i < outputs.all().size(); ++i)
      out_ += fmt::format("  output y{}: {}\n", i, outputs.all()[i]);
    const std::string listing = tape.text();
    for (std::size_t begin = 0; begin < listing.size();) {
      const std::size_t end = listing.find('\n', begin) + 1;
      out_ += "  " + listing.substr(begin, end - begin);
      begin = end;
    }
  }

  /// True where M stands in no tape.
  [[nodiscard]] bool has_products() const { return programs_.inertia.is_product(); }

  [[nodiscard]] OutputNames products() const {
    OutputNames out;
    out.vector("M x", coordinates_);
    return out;
  }

  [[nodiscard]] OutputNames dynamics() const {
    OutputNames out;
    if (!has_products()) out.matrix("M", coordinates_, coordinates_);
    out.vector("h", coordinates_);
    out.matrix("A", constraints_, coordinates_);
    out.vector("gamma", constraints_);
    for (const Friction& friction : system_.frictions) {
      out.add("slip of " + friction.name);
      out.add("coefficient of " + friction.name);
      out.vector("column of " + friction.name, coordinates_);
      out.vector("normal of " + friction.name, constraints_);
    }
    return out;
  }

  [[nodiscard]] OutputNames positions() const {
    Names rows;
    for (const std::size_t k : programs_.positions.rows)
      rows.push_back(constraints_[k]);
    OutputNames out;
    out.vector("phi", rows);
    out.matrix("dphi/dq", rows, coordinates_);
    if (!rows.empty() && !has_products()) out.matrix("M", coordinates_, coordinates_);
    return out;
  }

  [[nodiscard]] OutputNames rates() const {
    OutputNames out;
    out.vector("psi", constraints_);
    out.matrix("A", constraints_, coordinates_);
    if (programs_.rates.has_mass && !has_products()) out.matrix("M", coordinates_, coordinates_);
    return out;
  }

  [[nodiscard]] OutputNames impacts() const {
    OutputNames out;
    for (const Impact& impact : system_.impacts) {
      out.add("speed of " + impact.name);
      out.add((impact.friction ? "coefficient of " : "restitution of ") + impact.name);
      out.vector("direction of " + impact.name, coordinates_);
    }
    return out;
  }

  [[nodiscard]] OutputNames initial() const {
    OutputNames out;
    for (const InitialProgram::Row& row : programs_.initial.rows) {
      const std::string& target = study_.initial[row.entry].text;
      out.add("value of " + target);
      out.add("residual of " + target);
      std::vector<std::string> held;
      for (const std::size_t i : row.holds)
        held.push_back(coordinates_[i]);
      out.vector("gradient of " + target, held);
    }
    return out;
  }

  [[nodiscard]] OutputNames ranges() const {
    OutputNames out;
    out.add("begin");
    out.add("end");
    for (const std::string& coordinate : coordinates_) {
      out.add("low of " + coordinate);
      out.add("high of " + coordinate);
    }
    return out;
  }

  [[nodiscard]] OutputNames account() const {
    OutputNames out;
    for (const char* const energy : {"T", "V", "h", "E"})
      out.add(energy);
    out.vector("Qc", coordinates_);
    for (const Reaction& reaction : system_.reactions)
      out.add(reaction.name);
    out.vector("residual", coordinates_);
    out.vector("p", coordinates_);
    for (const std::string& invariant : programs_.account.invariants)
      out.add(invariant);
    return out;
  }

  [[nodiscard]] OutputNames powers() const {
    OutputNames out;
    out.add("dh/dt");
    for (const std::size_t d : programs_.powers.derived)
      out.add("power of " + study_.derived[d].text);
    return out;
  }

  [[nodiscard]] OutputNames observables() const {
    OutputNames out;
    for (const Check& check : study_.checks) {
      out.add("left of " + check.text);
      if (!check.is_constant) out.add("right of " + check.text);
      out.add("size of " + check.text);
    }
    for (const Plot& plot : study_.plots) {
      for (const Quantity& curve : plot.curves)
        out.add("curve " + curve.text);
      out.add("over " + (plot.versus ? plot.versus->text : std::string("t")));
    }
    for (const TableExport& table : study_.exports)
      for (const Quantity& column : table.columns)
        out.add("column " + column.text);
    for (const Derived& derived : study_.derived)
      if (derived.kind == DerivedKind::drift) out.add("argument of " + derived.text);
    for (const Speed& speed : system_.speeds)
      out.add(speed.name);
    return out;
  }

  [[nodiscard]] static OutputNames parts(const PartProgram& program) {
    OutputNames out;
    for (std::size_t i = 0; i < program.switches.size(); ++i)
      for (const char* const what : {"argument", "rate", "guard"})
        out.add(fmt::format("{} of switch {}", what, i));
    for (std::size_t i = 0; i < program.smooth_parts; ++i)
      for (const char* const what : {"value", "rate"})
        out.add(fmt::format("{} of part {}", what, i));
    return out;
  }

  const Study& study_;
  const System& system_;
  const Programs& programs_;
  Names coordinates_;
  Names constraints_;
  std::string out_;
};

} // namespace

std::string programs_text(const Study& study, const Programs& programs) {
  return ProgramPrinter(study, programs).print();
}

} // namespace report
} // namespace dalembert
