#include <array>
#include <utility>

#include "bind/modules.h"
#include "bind/values.h"
#include "text/value.h"

namespace fermata {

namespace {

constexpr size_t kMaxForms = 320;
constexpr size_t kOnStack = 8;

// What most calls are: few operands, none of which needs memory beyond this frame.
Value build_small(const Form& form, SCM operands, size_t count) {
  Conversion conversion;
  std::array<Value, kOnStack> values;
  for (size_t i = 0; i < count; ++i, operands = SCM_CDR(operands))
    values[i] = conversion.value(SCM_CAR(operands));
  return build(form, Operands(values.data(), count));
}

Value build_large(const Form& form, SCM operands, size_t count) {
  Conversion conversion;
  std::vector<Value> values;
  values.reserve(count);
  for (; scm_is_pair(operands); operands = SCM_CDR(operands))
    values.push_back(conversion.value(SCM_CAR(operands)));
  return build(form, values);
}

SCM call(const Form& form, SCM operands) {
  at_entry();
  try {
    const size_t count = static_cast<size_t>(scm_ilength(operands));
    return to_scm(count <= kOnStack ? build_small(form, operands, count)
                                    : build_large(form, operands, count));
  } catch (...) {
    keep_current_exception();
  }
  raise_kept(form.name);
}

// A gsubr carries no data, so each row of the table gets a function of its own.
template <size_t I>
SCM call_form(SCM operands) {
  return call(form_table()[I], operands);
}

template <size_t... I>
constexpr auto form_functions(std::index_sequence<I...>) {
  return std::array<SCM (*)(SCM), sizeof...(I)>{call_form<I>...};
}

void define_forms(void*) {
  static const auto functions = form_functions(std::make_index_sequence<kMaxForms>{});
  const std::span<const Form> forms = form_table();
  for (size_t i = 0; i < forms.size() && i < kMaxForms; ++i) {
    const std::string name(forms[i].name);
    scm_c_define_gsubr(name.c_str(), 0, 0, 1, reinterpret_cast<void*>(functions[i]));
    scm_c_export(name.c_str(), nullptr);
  }
}

}  // namespace

void define_notation_module() {
  scm_c_define_module("fermata native notation", define_forms, nullptr);
}

}  // namespace fermata
