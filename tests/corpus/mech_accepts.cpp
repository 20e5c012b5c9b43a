// Reads texts separated by NUL bytes and says for each whether the parser takes it: the program that
// tools/peg_oracle.py compares.
#include <dalembert/language/parse.h>

#include <iostream>
#include <iterator>
#include <string>
#include <vector>

int main() {
  std::string all(std::istreambuf_iterator<char>(std::cin), {});
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = all.find('\0', begin);
    dalembert::SourceMap sources;
    const std::uint32_t file = sources.add("case.mech", all.substr(begin, end - begin));
    std::vector<dalembert::Diagnostic> found;
    static_cast<void>(dalembert::ast::parse(sources, file, found));
    std::cout << (dalembert::has_errors(found) ? "reject\n" : "accept\n");
    if (end == std::string::npos) return 0;
    begin = end + 1;
  }
}
