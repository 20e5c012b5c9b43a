#pragma once

#include "model_files.h"
#include "sketched.h"

#include <filesystem>
#include <optional>
#include <string>

namespace dalembert {

/// Finds the tables and included files of a model beside it.
inline ElaborateOptions beside(const std::filesystem::path& path) {
  ElaborateOptions options;
  const std::filesystem::path folder = path.parent_path();
  options.include = [folder](const std::string& name, const std::string&) -> std::optional<ElaborateOptions::Included> {
    return ElaborateOptions::Included{name, text_of(folder / name)};
  };
  return options;
}

} // namespace dalembert
