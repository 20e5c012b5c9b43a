#include <dalembert/families/generic_term.h>
#include <dalembert/typesetting/formula_reader.h>

#include <utility>

namespace dalembert {
inline namespace families {

Formula PartialSum::formula() const {
  return sum_formula(range.formula(), name_formula(factor));
}

Formula GenericTerm::formula() const {
  ProductMaker product;
  if (partial) product.multiply(partial->formula());
  for (const std::string& factor : factors)
    product.multiply(read_formula(factor));
  Formula out = product.is_empty() ? number_formula("1") : product.take();
  for (auto inner = further.rbegin(); inner != further.rend(); ++inner)
    out = sum_formula(inner->formula(), std::move(out));
  return range ? sum_formula(range->formula(), std::move(out)) : out;
}

} // namespace families
} // namespace dalembert
