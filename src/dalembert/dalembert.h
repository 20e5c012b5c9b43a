#pragma once

// The public face of the library. A program that embeds it starts with Session:
//
//   dalembert::Session session = dalembert::Session::open("sleigh.mech");
//   dalembert::RunResult result = session.run({});
//   double x = result.final.state.q[0];

#include <dalembert/api/c_export.h>
#include <dalembert/api/fmu_export.h>
#include <dalembert/api/kept_run.h>
#include <dalembert/api/language_server.h>
#include <dalembert/api/layout.h>
#include <dalembert/api/memory.h>
#include <dalembert/api/output.h>
#include <dalembert/api/preconditions.h>
#include <dalembert/api/session.h>
#include <dalembert/api/stage_table.h>
#include <dalembert/api/state_file.h>
#include <dalembert/base/archive.h>
#include <dalembert/base/diagnostic.h>
#include <dalembert/base/errors.h>
#include <dalembert/base/missing_library.h>
#include <dalembert/base/outside_wait.h>
#include <dalembert/base/progress.h>
#include <dalembert/base/shown_text.h>
#include <dalembert/base/spare_work.h>
#include <dalembert/base/watch.h>
#include <dalembert/editor/vocabulary.h>
#include <dalembert/ensemble/rank_helpers.h>
#include <dalembert/ensemble/ranks.h>
#include <dalembert/ensemble/sweep.h>
#include <dalembert/ensemble/sweep_report.h>
#include <dalembert/mechanics/tolerance_range.h>
#include <dalembert/report/analysis_report.h>
#include <dalembert/report/comparison_report.h>
#include <dalembert/report/pages.h>
#include <dalembert/report/picture_page.h>
#include <dalembert/report/report_page.h>
#include <dalembert/results/option_ranges.h>
#include <dalembert/typesetting/style.h>
