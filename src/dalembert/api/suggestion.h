#pragma once

#include <dalembert/elaborate/meaning/suggestion.h> // nearest_name: the candidate that a misspelt word may mean
