// The smallest wrong text for every thing that the parser says, with its exact place and, where it offers one, the
// edit.
#include "parsed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace dalembert::ast {
namespace {

struct Wrong {
  const char* claim;
  const char* text;
  const char* place;   ///< code and place of the only diagnostic
  const char* message; ///< occurs in its message, note or help
  const char* mended;  ///< the text after its edit, or empty where it offers none
};

// clang-format off
const Wrong wrongs[] = {
  // stray characters and look-alikes
  {"stray_character", "let a = b $ c", "E0101 1:11-1:12", "$", ""},
  {"stray_byte", "let a = \xff", "E0101 1:9-1:10", "0xFF", ""},
  {"no_break_space", "let a =\u00A0b", "E0101 1:8-1:9", "no-break space", "let a = b"},
  {"typographic_minus", "let a = b − c", "E0101 1:11-1:12", "`-`", "let a = b - c"},
  {"typographic_times", "let a = b×c", "E0101 1:10-1:11", "`*`", "let a = b*c"},
  {"typographic_prime", "let a = q′", "E0101 1:10-1:11", "`'`", "let a = q'"},
  {"foreign_letter", "let hauteur_é = 1", "E0101 1:5-1:14", "neither Latin nor Greek", ""},
  // strings
  {"unterminated_string", "model A \"text", "E0102 1:9-1:14", "no closing quote", "model A \"text\""},
  // words
  {"misspelt_statement", "parm a = 1", "E0103 1:1-1:5", "`param`", "param a = 1"},
  {"misspelt_long_statement", "constriant c: x = 0", "E0103 1:1-1:11", "`constraint`", "constraint c: x = 0"},
  {"misspelt_clause", "reaction N of c conugate v", "E0103 1:17-1:25", "`conjugate`", "reaction N of c conjugate v"},
  {"misspelt_frame_word", "frame B = N rotat z: q", "E0103 1:13-1:18", "`rotate`", "frame B = N rotate z: q"},
  {"assignment_without_keyword", "x = 3", "E0103 1:1-1:2", "let x = ", "let x = 3"},
  {"number_as_statement", "3", "E0103 1:1-1:2", "no statement starts with", ""},
  {"unknown_statement", "hello world", "E0103 1:1-1:6", "no statement starts with `hello`", ""},
  {"keyword_as_name", "let force = 1", "E0104 1:5-1:10", "cannot be a name", ""},
  {"keyword_as_parameter", "param a, in = 1", "E0104 1:10-1:12", "cannot be a name", ""},
  // draw
  {"draw_of_nothing", "draw", "E0114 1:5-1:5", "such as `mass`", ""},
  {"draw_before_a_clause", "draw at (0, 0)", "E0114 1:6-1:8", "expected what to draw", ""},
  {"draw_of_a_string", "draw \"x\" at (0, 0)", "E0114 1:6-1:9", "such as `mass`", ""},
  {"draw_without_a_blank", "drawrod from (0, 0) to (1, 1)", "E0103 1:1-1:8", "`draw rod`", "draw rod from (0, 0) to (1, 1)"},
  {"draw_with_a_bare_argument", "draw disc R at (x, y)", "E0114 1:11-1:12", "`disc(R)`", "draw disc(R) at (x, y)"},
  {"draw_between", "draw rod between (0, 0) and (x, y)", "E0114 1:10-1:17", "`from A to B`", "draw rod from (0, 0) to (x, y)"},
  {"draw_with_a_misspelt_clause", "draw rod fron (0, 0) to (x, y)", "E0103 1:10-1:14", "`from`", "draw rod from (0, 0) to (x, y)"},
  {"draw_with_a_misspelt_last_clause", "draw disc(R) at (x, y) turnd phi", "E0103 1:24-1:29", "`turned`", "draw disc(R) at (x, y) turned phi"},
  {"draw_at_without_brackets", "draw mass at x y", "E0114 1:16-1:17", "`(x, y)`", "draw mass at (x, y)"},
  {"draw_with_two_brackets", "draw rod from (0, 0) to (x, y) (z)", "E0115 1:32-1:33", "does not belong to this `draw`", ""},
  {"draw_with_a_clause_without_value", "draw rod from", "E0114 1:14-1:14", "expected an expression", ""},
  {"draw_for_without_range", "draw mass at (x, y) for i", "E0114 1:26-1:26", "expected `in`", ""},
  {"draw_for_with_a_sign", "draw curve through (u, u^2) for u = 0..1", "E0114 1:35-1:36", "`in`", "draw curve through (u, u^2) for u in 0..1"},
  {"draw_for_on_a_new_line", "draw mass at (x, y)\n  for i in 1..n", "E0114 2:3-2:16", "end of the line before", "draw mass at (x, y) for i in 1..n"},
  {"draw_block_on_a_new_line", "draw rod from (0, 0) to (x, y)\n{ width = 1 }", "E0116 2:1-2:2", "line before", ""},
  {"draw_without_a_bracket", "draw sphere(R at (x, y)", "E0105 1:14-1:14", "`)`", "draw sphere(R) at (x, y)"},
  {"draw_turned_about_no_axis", "draw frame at (0, 0, 0) turned rotation(q: 1)", "E0114 1:41-1:42", "an axis: x, y, z", ""},
  {"draw_with_a_setting_without_sign", "draw rod from (0, 0) to (x, y) { width 0.1 }", "E0114 1:40-1:43", "`=`", ""},
  {"draw_as_a_name", "draw = 1", "E0103 1:1-1:5", "let draw = ", "let draw = 1"},
  // brackets
  {"missing_round_bracket", "let a = (b + c", "E0105 1:15-1:15", "`)`", "let a = (b + c)"},
  {"missing_call_bracket", "let a = f(b\nlet c = 1", "E0105 1:12-1:12", "`)`", "let a = f(b)\nlet c = 1"},
  {"missing_index_bracket", "let a = b[1", "E0105 1:12-1:12", "`]`", "let a = b[1]"},
  {"missing_brace", "body b { mass = m", "E0105 1:18-1:18", "`}`", "body b { mass = m}"},
  {"missing_for_brace", "for i in 1..2 {\nlet a = 1", "E0105 2:10-2:10", "`}`", "for i in 1..2 {\nlet a = 1\n}"},
  {"missing_bar", "let a = |b", "E0105 1:11-1:11", "`|`", "let a = |b|"},
  {"wrong_bracket", "let a = (b]", "E0105 1:11-1:12", "cannot close", "let a = (b)"},
  {"superfluous_bracket", "let a = b)", "E0106 1:10-1:11", "closes no bracket", "let a = b"},
  {"superfluous_brace", "let a = b\n}", "E0106 2:1-2:2", "closes no bracket", "let a = b\n"},
  // multiplication
  {"missing_product", "let a = 2 b", "E0107 1:11-1:12", "`*`", "let a = 2*b"},
  {"missing_product_touching", "let a = 2b", "E0107 1:10-1:11", "`*`", "let a = 2*b"},
  {"missing_product_of_names", "let a = b c'^2", "E0107 1:11-1:12", "b*c", "let a = b*c'^2"},
  {"missing_product_of_brackets", "let a = (b) (c)", "E0107 1:13-1:14", "`*`", "let a = (b)*(c)"},
  {"missing_product_or_unit", "kinetic T = 1/2 m", "E0107 1:17-1:18", "2 [m]", "kinetic T = 1/2*m"},
  {"missing_product_in_condition", "let a = if 2 b = c then 1 else 2", "E0107 1:14-1:15", "`*`", "let a = if 2*b = c then 1 else 2"},
  // sums and tables as other notations write them
  {"two_indices", "let a = sum(i in 1..n, j in 1..m: b[i]*c[j])", "E0114 1:13-1:45", "inside a `sum`", "let a = sum(i in 1..n: sum(j in 1..m: b[i]*c[j]))"},
  {"three_indices", "let a = prod(i in 1..2; j=1..f(3,4), k in 1..2: i)", "E0114 1:14-1:51", "inside a `prod`", "let a = prod(i in 1..2: prod(j in 1..f(3,4): prod(k in 1..2: i)))"},
  {"indices_of_one_range", "let a = sum(i, j in 1..n: i*j)", "E0114 1:13-1:31", "inside a `sum`", "let a = sum(i in 1..n: sum(j in 1..n: i*j))"},
  {"fold_with_capital", "let a = Sum(i in 1..n: x[i])", "E0114 1:9-1:12", "`sum`", "let a = sum(i in 1..n: x[i])"},
  {"fold_in_full", "let a = product(i in 1..n: x[i])", "E0114 1:9-1:16", "`prod`", "let a = prod(i in 1..n: x[i])"},
  {"fold_unknown", "let a = mean(i in 1..n: x[i])", "E0114 1:9-1:13", "takes no index and range", ""},
  {"comprehension", "let a = sum(x[i]^2 for i in 1..n)", "E0114 1:13-1:33", "sum(i in 1..n: x[i]^2)", "let a = sum(i in 1..n: x[i]^2)"},
  {"index_behind", "let a = prod(f(i, 2), i = 1..n - 1)", "E0114 1:14-1:35", "starts with its index", "let a = prod(i in 1..n - 1: f(i, 2))"},
  {"list_behind", "let a = sum(x[i], {i, 1, n})", "E0114 1:13-1:28", "starts with its index", "let a = sum(i in 1..n: x[i])"},
  {"sum_with_to", "let a = sum(i from 1 to n: x[i])", "E0114 1:13-1:32", "starts with its index", "let a = sum(i in 1..n: x[i])"},
  {"range_with_colon", "let a = sum(i in 1:n: x[i])", "E0114 1:13-1:27", "starts with its index", "let a = sum(i in 1..n: x[i])"},
  {"range_in_brackets", "let a = sum(i in [1, n]: x[i])", "E0114 1:13-1:30", "starts with its index", "let a = sum(i in 1..n: x[i])"},
  {"three_dots", "let a = sum(i in 1...n: x[i])", "E0108 1:19-1:22", "two dots", "let a = sum(i in 1..n: x[i])"},
  {"index_with_equals", "let a = sum(i = 1..n: i)", "E0114 1:15-1:16", "`i in 1..n`", "let a = sum(i in 1..n: i)"},
  {"comma_behind_range", "let a = sum(i in 1..n, i^2)", "E0114 1:22-1:23", "separated by `:`", "let a = sum(i in 1..n: i^2)"},
  {"misspelt_table", "let a = tabel(\"a.csv\", t)", "E0114 1:9-1:14", "`table(\"a.csv\", …)`", "let a = table(\"a.csv\", t)"},
  {"table_of_another_program", "let a = interp(\"a.csv\", t)", "E0114 1:9-1:15", "table(\"points.csv\", t)", ""},
  {"table_in_single_quotes", "let a = table('a.csv', t)", "E0114 1:15-1:22", "double quotes", "let a = table(\"a.csv\", t)"},
  {"named_time", "simulate t = 0..5 [s]", "E0114 1:10-1:13", "start and the end", "simulate 0..5 [s]"},
  {"named_time_with_in", "simulate t in 0..5 [s]", "E0114 1:10-1:14", "start and the end", "simulate 0..5 [s]"},
  // habits of other languages
  {"double_equal", "param a == 1", "E0108 1:9-1:11", "`=`", "param a = 1"},
  {"colon_equal", "param a := 1", "E0108 1:9-1:11", "`=`", "param a = 1"},
  {"double_star", "let a = b**2", "E0108 1:10-1:12", "`^`", "let a = b^2"},
  {"superscript", "let a = b² + c", "E0108 1:10-1:11", "`^2`", "let a = b^2 + c"},
  {"reversed_less_equal", "constraint c: x =< 1", "E0108 1:17-1:19", "`<=`", "constraint c: x <= 1"},
  {"reversed_greater_equal", "constraint c: x => 1", "E0108 1:17-1:19", "`>=`", "constraint c: x >= 1"},
  {"slash_comment", "model A // text", "E0108 1:9-1:11", "`#`", "model A # text"},
  {"block_comment", "model A /* text */", "E0108 1:9-1:11", "`#`", ""},
  // blanks in the wrong place
  {"detached_call", "let a = sin (b)", "E0109 1:12-1:13", "`sin`", "let a = sin(b)"},
  {"detached_index", "let a = theta [i]", "E0109 1:15-1:18", "index", "let a = theta[i]"},
  {"detached_prime", "let a = q '", "E0109 1:11-1:12", "`'`", "let a = q'"},
  {"detached_member", "let a = N .x", "E0109 1:11-1:12", "`.`", "let a = N.x"},
  // numbers
  {"decimal_comma_in_declaration", "param a = 0,5", "E0111 1:11-1:14", "0.5", "param a = 0.5"},
  {"decimal_comma_in_check", "check x = 0,5", "E0111 1:11-1:14", "0.5", "check x = 0.5"},
  {"decimal_comma_in_let", "let a = 2*0,5", "E0111 1:11-1:14", "0.5", "let a = 2*0.5"},
  {"number_without_whole_part", "let a = .5", "E0112 1:9-1:11", "0.5", "let a = 0.5"},
  {"number_without_fraction", "let a = 1.", "E0112 1:9-1:11", "1.0", "let a = 1.0"},
  {"number_without_exponent", "let a = 1e", "E0112 1:9-1:11", "exponent", ""},
  // units
  {"unreadable_unit", "coord x [m2]", "E0113 1:9-1:13", "not a valid unit", "coord x [m^2]"},
  {"unreadable_unit_of_number", "let a = 2 [kg m 2]", "E0113 1:11-1:19", "not a valid unit", ""},
  {"unit_with_stars", "let a = 2 [m/s**2]", "E0113 1:11-1:19", "[m/s^2]", "let a = 2 [m/s^2]"},
  {"unit_of_value_without_brackets", "let a = 30 deg", "E0113 1:12-1:15", "30 [deg]", "let a = 30 [deg]"},
  {"quotient_of_units_without_brackets", "param m = 1\nlet a = 2*9.81 m/s^2", "E0113 2:16-2:21", "9.81 [m/s^2]", "param m = 1\nlet a = 2*9.81 [m/s^2]"},
  {"unit_behind_pi", "let a = 2*pi rad/s", "E0113 1:14-1:19", "1 [rad/s]", "let a = 2*pi*1 [rad/s]"},
  {"degree_sign", "let a = 30°", "E0101 1:11-1:12", "30 [deg]", "let a = 30 [deg]"},
  {"percent_sign", "let a = 10%", "E0101 1:11-1:12", "10 [%]", "let a = 10 [%]"},
  // functions without brackets, their powers
  {"function_of_a_name", "let a = 2*cos theta", "E0108 1:11-1:20", "cos(theta)", "let a = 2*cos(theta)"},
  {"function_of_a_rate", "let a = sin theta' + 1", "E0108 1:9-1:19", "sin(theta')", "let a = sin(theta') + 1"},
  {"function_of_an_angle_in_degrees", "let a = sin 30 [deg]", "E0108 1:9-1:21", "sin(30 [deg])", "let a = sin(30 [deg])"},
  {"function_before_a_function", "let a = sin theta*cos(phi)", "E0108 1:9-1:18", "sin(theta)", "let a = sin(theta)*cos(phi)"},
  {"function_of_a_product", "let a = sin omega*t", "E0108 1:9-1:18", "if that is the whole argument", ""},
  {"function_of_a_multiple", "let a = sin 2*theta", "E0108 1:9-1:14", "if that is the whole argument", ""},
  {"function_of_a_power", "let a = sin theta^2", "E0108 1:9-1:18", "if that is the whole argument", ""},
  {"power_of_a_function", "let a = sin^2(theta)", "E0108 1:9-1:21", "sin(theta)^2", "let a = sin(theta)^2"},
  {"power_of_a_function_of_a_name", "let a = cos^2 theta + 1", "E0108 1:9-1:20", "cos(theta)^2", "let a = cos(theta)^2 + 1"},
  {"raised_power_of_a_function", "let a = sin²(theta)", "E0108 1:9-1:20", "sin(theta)^2", "let a = sin(theta)^2"},
  {"inverse_of_a_function", "let a = tan^-1(b/c)", "E0108 1:9-1:20", "atan(b/c)", "let a = atan(b/c)"},
  // derivatives of other notations
  {"quotient_of_differentials", "let a = d^2theta/dt^2", "E0108 1:9-1:22", "theta''", "let a = theta''"},
  {"raised_quotient_of_differentials", "let a = m*d²x/dt²", "E0108 1:11-1:18", "x''", "let a = m*x''"},
  {"operator_of_the_second_derivative", "let a = d^2/dt^2 theta", "E0108 1:9-1:23", "theta''", "let a = theta''"},
  {"operator_of_the_derivative", "let a = d/dt theta", "E0108 1:9-1:19", "theta'", "let a = theta'"},
  {"dot_above_a_letter", "let a = m*ẋ^2", "E0101 1:11-1:12", "x'", "let a = m*x'^2"},
  {"dots_above_a_greek_letter", "let a = θ̈ + 1", "E0101 1:9-1:11", "θ''", "let a = θ'' + 1"},
  {"dot_above_a_letter_with_index", "let a = ẋ_1", "E0101 1:9-1:12", "x_1'", "let a = x_1'"},
  {"umlaut", "let a = höhe", "E0101 1:9-1:13", "neither Latin nor Greek", ""},
  {"double_prime_character", "let a = theta″", "E0101 1:14-1:15", "''", "let a = theta''"},
  {"quote_as_double_prime", "let a = theta\" + 1", "E0108 1:14-1:15", "''", "let a = theta'' + 1"},
  {"acute_accent_as_prime", "let a = theta´", "E0101 1:14-1:15", "'", "let a = theta'"},
  // LaTeX, MATLAB, signs
  {"latex_name", "let a = \\theta", "E0101 1:9-1:15", "`theta`", "let a = theta"},
  {"latex_rate", "let a = \\dot\\theta", "E0101 1:9-1:19", "theta'", "let a = theta'"},
  {"latex_acceleration", "let a = m*\\ddot{x}", "E0101 1:11-1:19", "x''", "let a = m*x''"},
  {"latex_fraction", "let a = \\frac{1}{2}*m", "E0101 1:9-1:20", "(1)/(2)", "let a = (1)/(2)*m"},
  {"latex_product", "let a = m\\cdot g", "E0101 1:10-1:15", "`*`", "let a = m* g"},
  {"latex_unknown", "let a = \\mathcal{L}", "E0101 1:9-1:10", "LaTeX", ""},
  {"root_sign", "let a = √r", "E0101 1:9-1:11", "sqrt(r)", "let a = sqrt(r)"},
  {"root_sign_with_brackets", "let a = √(r + l)", "E0101 1:9-1:10", "sqrt", "let a = sqrt(r + l)"},
  {"half_sign", "let a = ½*m", "E0101 1:9-1:10", "(1/2)", "let a = (1/2)*m"},
  {"elementwise_power", "let a = r.^2", "E0108 1:10-1:12", "`^`", "let a = r^2"},
  {"elementwise_product", "let a = r.*l", "E0108 1:10-1:12", "`*`", "let a = r*l"},
  {"digits_with_underscore", "let a = 1_000*l", "E0108 1:9-1:14", "1000", "let a = 1000*l"},
  {"digits_with_apostrophe", "let a = 1'000*l", "E0108 1:9-1:14", "1000", "let a = 1000*l"},
  // statements of other tools
  {"coordinate_in_full", "coordinate x [m]", "E0103 1:1-1:11", "`coord`", "coord x [m]"},
  {"constant", "const g = 9.81", "E0103 1:1-1:6", "`param`", "param g = 9.81"},
  {"initial_value_as_a_call", "theta'(0) = 0.1", "E0103 1:1-1:6", "initial theta' = ", "initial theta' = 0.1"},
  {"constraint_without_a_name", "constraint r = l", "E0114 1:12-1:13", "c1", "constraint c1: r = l"},
  {"constraint_with_a_colon_only", "constraint: c1 = l", "E0114 1:11-1:12", "c2", "constraint c2: c1 = l"},
  {"energy_without_a_name", "kinetic 1/2*m*v^2", "E0114 1:9-1:10", "kinetic T", "kinetic T = 1/2*m*v^2"},
  {"index_with_an_equal_sign", "for i = 1..3 { let a = 1 }", "E0114 1:7-1:8", "`in`", "for i in 1..3 { let a = 1 }"},
  {"range_with_a_colon", "simulate 0:10 [s]", "E0114 1:11-1:12", "`..`", "simulate 0..10 [s]"},
  {"range_with_to", "simulate 0 to 10 [s]", "E0114 1:12-1:14", "`..`", "simulate 0..10 [s]"},
  {"unit_of_name", "let a = b [kg]", "E0113 1:11-1:15", "declared name", "let a = b"},
  {"unit_without_brackets", "param g = 9.81 m/s^2", "E0113 1:16-1:21", "9.81 [m/s^2]", "param g = 9.81 [m/s^2]"},
  {"unit_without_brackets_touching", "param l = 2m, k = 1", "E0113 1:12-1:13", "2 [m]", "param l = 2 [m], k = 1"},
  // what is missing
  {"missing_expression", "let a = ", "E0114 1:8-1:8", "expected an expression", ""},
  {"missing_operand", "let a = b +\nlet c = 1", "E0114 1:12-1:12", "expected an expression", ""},
  {"missing_equal", "let a 3", "E0114 1:7-1:8", "expected `=`", ""},
  {"missing_name", "model", "E0114 1:6-1:6", "the name of the model", ""},
  {"missing_colon", "constraint c x = 0", "E0114 1:14-1:15", "expected `:`", ""},
  {"missing_relation", "constraint c: x", "E0114 1:16-1:16", "`=`", ""},
  {"moment_with_a_name", "constraint c: x = a from t = 2 [s]", "E0114 1:26-1:29", "from 2 [s]",
   "constraint c: x = a from 2 [s]"},
  {"moment_missing", "constraint c: x = a until", "E0114 1:26-1:26", "an expression", ""},
  {"missing_range", "simulate 10", "E0114 1:10-1:12", "0..10", "simulate 0..10"},
  {"missing_upper_end", "simulate 0..", "E0114 1:13-1:13", "upper end", ""},
  {"missing_then", "let a = if b = c else 2", "E0114 1:18-1:22", "expected `then`", ""},
  {"missing_of", "reaction N conjugate v", "E0114 1:12-1:21", "expected `of`", ""},
  {"empty_parentheses", "let a = ()", "E0114 1:10-1:11", "expected an expression", ""},
  {"sum_on_the_left_of_initial", "initial x + y = 1", "E0114 1:11-1:12", "parentheses", ""},
  {"vector_axis", "frame B = N rotate (1, 0, 0): q", "E0114 1:22-1:23", "((0, 1, 0))", ""},
  {"file_name_without_quotes", "include a.mech", "E0114 1:9-1:10", "double quotes", ""},
  // what is too much
  {"second_equal", "let a = b = c", "E0115 1:11-1:12", "complete before this", ""},
  {"two_statements_on_a_line", "model A param b = 1", "E0115 1:9-1:14", "on its own line", "model A\nparam b = 1"},
  {"description_where_none_belongs", "gravity g \"text\"", "E0115 1:11-1:17", "# ", ""},
  // lines
  {"comma_at_the_start_of_a_line", "param a\n, b", "E0116 2:1-2:2", "line before", ""},
  {"power_at_the_start_of_a_line", "let a = b\n^2", "E0116 2:1-2:2", "line before", ""},
  {"brace_at_the_start_of_a_line", "body b\n{ mass = m }", "E0116 2:1-2:2", "line before", ""},
  {"clause_at_the_start_of_a_line", "plot x\n vs t", "E0116 2:2-2:4", "the line that it continues", ""},
  // separators
  {"missing_comma_of_declarations", "coord x [m] y [m]", "E0117 1:12-1:12", "comma", "coord x [m], y [m]"},
  {"missing_comma_of_values", "param a = 1 b = 2", "E0117 1:12-1:12", "comma", "param a = 1, b = 2"},
  {"missing_comma_of_initial_values", "initial x = 0 y' = 1", "E0117 1:14-1:14", "comma", "initial x = 0, y' = 1"},
  {"missing_comma_of_words", "show equations reactions", "E0117 1:15-1:15", "comma", "show equations, reactions"},
  {"missing_semicolon_of_settings", "body b { mass = m com = G }", "E0117 1:18-1:18", "`;`", "body b { mass = m; com = G }"},
  {"empty_statement", "model A;;param b", "E0118 1:9-1:10", "no statement", "model A;param b"},
  {"empty_statement_in_a_body", "for i in 1..2 { let a = 1; }", "E0118 1:26-1:27", "no statement", "for i in 1..2 { let a = 1 }"},
};
// clang-format on

std::vector<const Wrong*> all() {
  std::vector<const Wrong*> out;
  for (const Wrong& wrong : wrongs)
    out.push_back(&wrong);
  return out;
}

class Complaint : public testing::TestWithParam<const Wrong*> {};

TEST_P(Complaint, names_the_place_and_the_reason) {
  const Wrong& wrong = *GetParam();
  const Parsed parsed(wrong.text);
  EXPECT_THAT(parsed.places(), testing::ElementsAre(wrong.place)) << wrong.text;
  ASSERT_FALSE(parsed.found.empty());
  const Diagnostic& d = parsed.found.front();
  EXPECT_THAT(d.message + "\n" + d.note + "\n" + d.help, testing::HasSubstr(wrong.message));
}

TEST_P(Complaint, offers_an_edit_only_where_it_mends) {
  const Wrong& wrong = *GetParam();
  const Parsed parsed(wrong.text);
  ASSERT_FALSE(parsed.found.empty());
  const std::string mended = wrong.mended;
  const std::optional<Edit>& edit = parsed.found.front().edit;
  ASSERT_EQ(edit.has_value(), !mended.empty()) << render(parsed.found.front(), parsed.sources);
  if (!edit) return;
  EXPECT_EQ(edited(wrong.text, *edit), mended);
  EXPECT_TRUE(Parsed(mended).is_accepted()) << mended;
}

INSTANTIATE_TEST_SUITE_P(Smallest, Complaint, testing::ValuesIn(all()),
                         [](const auto& wrong) { return std::string(wrong.param->claim); });

TEST(Complaints, cover_every_code_of_the_parser) {
  std::set<std::string> codes{"E0110", "E0119"}; // in limit_test.cpp: their smallest texts are long
  for (const Wrong& wrong : wrongs)
    codes.insert(std::string(wrong.place).substr(0, 5));
  EXPECT_EQ(codes.size(), 19U);
}

} // namespace
} // namespace dalembert::ast
