#pragma once

#include <dalembert/plot/svg_plot.h>
#include <dalembert/report/pages.h>
#include <dalembert/report/picture_page.h>
#include <dalembert/typesetting/text_pieces.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace report {

/// A file that a run leaves behind, not written yet.
struct OutputFile {
  std::string name; ///< inside the folder asked for: `plot1_y_vs_x.svg`
  TextSource content;
};

/// Draws the plots of the study, one figure for each, from the curves of the run or from its table.
[[nodiscard]] std::vector<Figure> plot_figures(const Study& study, const RunResult& result);

/// Makes the files of a run but `result.json`: `table.csv` with every quantity at every output time, one SVG for each
/// `plot`, each `export csv` under its own name, and `picture.svg`. Units stand in the headings and on the axes.
/// Tables are made row by row while they are written, from what `report` refers to.
/// @throws ModelError (E0723) where an `export` would leave the folder
[[nodiscard]] std::vector<OutputFile> run_files(const RunReport& report);

/// `picture.svg` of one instant.
[[nodiscard]] OutputFile picture_file(const PicturePage& page);

/// The names of all files of a run, `result.json` the last.
/// @throws ModelError (E0723) where an `export` would leave the folder
[[nodiscard]] std::vector<std::string> run_file_names(const Study& study);

/// Refuses exports that would leave the folder (E0723) or take the name of another file of the run (E0725), before a
/// run is spent on them. @throws ModelError
void check_export_names(const Study& study);

} // namespace report
} // namespace dalembert
