#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace dalembert::cli {

/// Accepts one of `names`; refuses others by naming these, and the nearest.
[[nodiscard]] CLI::Validator one_of(std::vector<std::string> names);

/// Says what the command line lacks, or has too much, in the words of this program.
[[nodiscard]] std::string usage_message(const CLI::App& app, const CLI::ParseError& error);

} // namespace dalembert::cli
