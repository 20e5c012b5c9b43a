#pragma once

#include <dalembert/picture/scene.h>

#include <string>

// What is drawn, in words for screen readers.
namespace dalembert {
inline namespace painter {

/// The name of an item; its kind where it has none.
[[nodiscard]] std::string item_words(const DrawnItem<SceneNumber>& item);

/// All items by kind and name: "rod crank, rod, 2 masses, arrow N_Q".
[[nodiscard]] std::string scene_words(const Scene& scene);

} // namespace painter
} // namespace dalembert
