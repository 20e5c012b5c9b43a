#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/latex.h>
#include <dalembert/typesetting/symbol.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace dalembert {
namespace {

const Style unicode{true, false, 100};
const Style ascii{false, false, 100};

TEST(Formula, sets_products_rates_and_powers_in_unicode) {
  EXPECT_EQ(formula("1/2*m*x'^2 <= E_0 - 3", unicode), "1/2·m·ẋ² ≤ E₀ − 3");
  EXPECT_EQ(formula("theta_1'' + 2*omega*theta2'", unicode), "θ̈₁ + 2·ω·θ̇₂");
}

TEST(Formula, sets_derivatives_of_functions_with_primes_and_those_by_time_with_dots) {
  EXPECT_EQ(formula("V0'(r) + x0''(t)", unicode), "V₀′(r) + ẍ₀(t)");
}

TEST(Formula, stays_as_the_language_writes_it_in_ascii) {
  EXPECT_EQ(formula("m*sin(theta)^2 >= lambda.blade", ascii), "m*sin(theta)^2 >= lambda.blade");
}

TEST(Formula, drops_the_brackets_of_a_function_only_where_nothing_can_be_misread) {
  EXPECT_EQ(formula("-R*sin(theta)", unicode), "−R·sin θ");
  EXPECT_EQ(formula("sin(theta)*x", unicode), "sin(θ)·x");
  EXPECT_EQ(formula("sin(theta)/2", unicode), "sin(θ)/2");
  EXPECT_EQ(formula("1 - cos(q)^2", unicode), "1 − cos² q");
  EXPECT_EQ(formula("cos(q)^2*m", unicode), "cos(q)²·m");
  EXPECT_EQ(formula("sin(a + b)", unicode), "sin(a + b)");
}

TEST(Formula, sets_roots_relations_and_pi) {
  EXPECT_EQ(formula("sqrt(r) != pi", unicode), "√r ≠ π");
  EXPECT_EQ(formula("sqrt(x^2 + y^2)", unicode), "√(x² + y²)");
}

TEST(Formula, sets_names_with_members_indices_and_words) {
  EXPECT_EQ(name_text("lambda.blade", unicode), "λ_blade");
  EXPECT_EQ(name_text("lambda.theta", unicode), "λ_θ");
  EXPECT_EQ(name_text("theta[3]'", unicode), "θ̇₃");
  EXPECT_EQ(name_text("xG'", unicode), "ẋG");
  EXPECT_EQ(name_text("phiL''", unicode), "φ̈L");
  EXPECT_EQ(name_text("omegaz", unicode), "ωz");
  EXPECT_EQ(name_text("zetas", unicode), "zetas");
  EXPECT_EQ(name_text("speed'", unicode), "speed′");
  EXPECT_EQ(name_text("I_C", unicode), "I_C");
  EXPECT_EQ(name_text("lambda.blade", ascii), "lambda.blade");
}

TEST(Formula, sets_sums_and_ranges_of_families) {
  EXPECT_EQ(formula("l*sum(j in 1..n: m[j]*cos(theta[j])) + 1", unicode), "l·Σⱼ₌₁ⁿ mⱼ·cos θⱼ + 1");
  EXPECT_EQ(formula("sum(j in 1..i-1: a[j] - b[j])*c", unicode), "Σ[j=1…i−1] (aⱼ − bⱼ)·c");
  EXPECT_EQ(formula("x[i+1]'' = 0, i in 2..n-1", unicode), "ẍᵢ₊₁ = 0,  i = 2, …, n−1");
  EXPECT_EQ(formula("sum(x)", unicode), "sum(x)");
}

TEST(Formula, survives_text_that_is_no_formula) {
  EXPECT_EQ(formula("((", unicode), "((");
  EXPECT_EQ(formula("a[", unicode), "a[");
  EXPECT_EQ(formula(")^", unicode), ")^");
  EXPECT_EQ(formula("", unicode), "");
  EXPECT_EQ(latex("(("), "((");
  EXPECT_EQ(latex("sin("), "\\mathrm{sin}(");
  EXPECT_EQ(latex("a/"), "a/");
  EXPECT_EQ(latex("a^"), "a^");
}

TEST(Latex, sets_fractions_powers_roots_and_functions) {
  EXPECT_EQ(latex("1/2*m*x'^2"), "\\tfrac{1}{2} m \\dot{x}^{2}");
  EXPECT_EQ(latex("lambda.guide/r^2"), "\\frac{\\lambda_{\\mathrm{guide}}}{r^{2}}");
  EXPECT_EQ(latex("sqrt(x^2 + y^2)"), "\\sqrt{x^{2} + y^{2}}");
  EXPECT_EQ(latex("asin(theta_1'')"), "\\arcsin \\ddot{\\theta}_{1}");
  EXPECT_EQ(latex("(a + b)/(c - d)"), "\\frac{a + b}{c - d}");
  EXPECT_EQ(latex("x^(1/2)"), "x^{1/2}");
  EXPECT_EQ(latex("(r^2*theta')'"), "\\frac{\\mathrm{d}}{\\mathrm{d} t} (r^{2} \\dot{\\theta})");
}

TEST(Latex, puts_a_whole_product_over_its_divisors) {
  EXPECT_EQ(latex("h*lambda/sin(theta)"), "\\frac{h \\lambda}{\\sin \\theta}");
  EXPECT_EQ(latex("a*b/c*d/e"), "\\frac{a b d}{c e}");
  EXPECT_EQ(latex("4/3*l*x''"), "\\tfrac{4}{3} l \\ddot{x}");
  EXPECT_EQ(latex("1/r - x/2"), "\\frac{1}{r} - \\tfrac{1}{2} x");
}

TEST(Latex, puts_functions_last_so_that_they_need_no_brackets) {
  EXPECT_EQ(latex("sin(theta)*x' - m*cos(theta)"), "\\dot{x} \\sin \\theta - m \\cos \\theta");
  EXPECT_EQ(latex("sin(theta)^2*m"), "m \\sin^{2} \\theta");
  EXPECT_EQ(latex("cos(2*theta)*sin(a - b)"), "\\cos 2 \\theta \\sin(a - b)");
  EXPECT_EQ(latex("2*(a + b/c)"), "2 \\left(a + \\frac{b}{c}\\right)");
}

TEST(Latex, puts_numbers_before_a_product_or_into_its_fraction_and_wide_brackets_beside_the_bar) {
  EXPECT_EQ(latex("m*x'^2/2"), "\\tfrac{1}{2} m \\dot{x}^{2}");
  EXPECT_EQ(latex("4/5*g*sin(phi)/r"), "\\frac{4 g \\sin \\phi}{5 r}");
  EXPECT_EQ(latex("4*g/(5*(r*cos(phi)))"), "\\frac{4 g}{5 r \\cos \\phi}");
  EXPECT_EQ(latex("(g/l + k)/m"), "\\frac{1}{m} \\left(\\frac{g}{l} + k\\right)");
  EXPECT_EQ(latex("s^4 + (c/m)*s^3"), "s^{4} + \\frac{c}{m} s^{3}");
  EXPECT_EQ(latex("r*(a*b*c*d*e + f*g*h*i*j*k + l*m*n*o*p*q)/s"),
            "\\frac{r}{s} (a b c d e + f g h i j k + l m n o p q)");
}

TEST(Latex, keeps_the_brackets_of_unknown_functions_and_sets_jumps) {
  EXPECT_EQ(latex("x0(t)"), "x_{0}(t)");
  EXPECT_EQ(latex("phi(t)"), "\\phi(t)");
  EXPECT_EQ(latex("m*jump(x') = impulse(lambda.pin)"),
            "m \\Delta \\dot{x} = \\mathrm{impulse}(\\lambda_{\\mathrm{pin}})");
  EXPECT_EQ(formula("m*jump(x')", unicode), "m·Δẋ");
}

TEST(Symbols, names_of_underscores_are_printed_as_they_are) {
  EXPECT_EQ(unicode_name("_"), "_");
  EXPECT_EQ(unicode_name("_'"), "_′");
  EXPECT_EQ(unicode_name("__"), "__");
  EXPECT_EQ(unicode_name("_a"), "_a");
  EXPECT_EQ(unicode_name("_a_1'"), "_a₁′");
  EXPECT_EQ(unicode_name("a_"), "a_");
  EXPECT_EQ(latex_name("_"), "\\_");
  EXPECT_EQ(latex_name("_a'"), "\\dot{\\mathrm{\\_a}}");
  EXPECT_EQ(latex_name("y_'"), "\\dot{\\mathrm{y\\_}}");
  EXPECT_EQ(latex_name("N_"), "\\mathrm{N\\_}");
  EXPECT_EQ(latex_name("lambda.table_"), "\\lambda_{\\mathrm{table\\_}}");
  EXPECT_EQ(latex_name("lambda.a_b_"), "\\lambda_{a,\\mathrm{b\\_}}");
}

TEST(Latex, keeps_words_upright_and_escapes_underscores) {
  EXPECT_EQ(latex_name("phiL'"), "\\dot{\\phi}_{L}");
  EXPECT_EQ(latex_name("ms"), "m_{s}");
  EXPECT_EQ(latex_name("th1"), "\\mathrm{th}_{1}");
  EXPECT_EQ(latex_name("wBx'"), "\\dot{w}_{B_{x}}");
  EXPECT_EQ(latex_name("p_eq"), "p_{\\mathrm{eq}}");
  EXPECT_EQ(latex_name("slip_x"), "\\mathrm{slip}_{x}");
  EXPECT_EQ(latex_name("lambda.slip_x"), "\\lambda_{\\mathrm{slip},x}");
}

TEST(Numbers, are_set_as_a_physicist_writes_them) {
  EXPECT_EQ(number_text(4e-16, unicode), "4·10⁻¹⁶");
  EXPECT_EQ(number_text(-2.5e9, unicode), "−2.5·10⁹");
  EXPECT_EQ(number_text(4e-16, ascii), "4e-16");
  EXPECT_EQ(number_text(0.0, unicode), "0");
  EXPECT_EQ(number_text(0.125, unicode), "0.125");
  EXPECT_EQ(number_text(1234.5, unicode), "1234");
  EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN(), unicode), "nan");
}

TEST(Numbers, carry_their_unit) {
  EXPECT_EQ(quantity_text(0.5, "m/s^2", unicode), "0.5 m/s²");
  EXPECT_EQ(quantity_text(0.5, "kg·m^2", ascii), "0.5 kg*m^2");
  EXPECT_EQ(quantity_text(0.5, "1", unicode), "0.5");
  EXPECT_EQ(quantity_text(0.5, "", unicode), "0.5");
}

TEST(Style, counts_columns_not_bytes) {
  EXPECT_EQ(display_width("θ̈₁"), 2U);
  EXPECT_EQ(display_width("\033[1mab\033[0m"), 2U);
  EXPECT_EQ(padded("θ̇", 4), "θ̇   ");
}

TEST(Style, breaks_lines_at_blanks_and_keeps_long_words) {
  EXPECT_EQ(wrapped("aa bb cc", 5), "aa bb\ncc");
  EXPECT_EQ(wrapped("aa bbbbbbbb c", 5, 2), "aa\n  bbbbbbbb\n  c");
  EXPECT_EQ(wrapped("", 5), "");
}

TEST(Style, paints_only_where_asked) {
  EXPECT_EQ(paint(Ink::bad, "x", ascii), "x");
  EXPECT_EQ(paint(Ink::title, "x", Style{false, true, 80}), "\033[1mx\033[0m");
}

} // namespace
} // namespace dalembert
