// The module for HDF5: the trajectories of all members of a sweep in one file (ensemble/trajectories_module.h).
//
// HDF5 makes the file, with the room of all datasets in one piece each and nothing compressed, and says where they
// stand in it. From then on numbers are written to these places as to any file, without HDF5: no lock of a reader
// keeps them out, no lock of ours keeps out a reader, and a file whose writer was killed is as readable as any other.
// A member counts from the moment that its entry in `end` is written, which comes last.
#include <dalembert/ensemble/trajectories_module.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <hdf5.h>
#include <string>
#include <sys/types.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace {

using Size = unsigned long long;
using Layout = DalembertTrajectoriesLayout;

constexpr const char* ends_name = "end";
constexpr const char* rows_name = "rows";
constexpr const char* record_name = "sweep.json";
constexpr const char* given_name = "given";
constexpr const char* parameters_name = "parameters";

struct Failure {
  std::string text;
};

/// An identifier of HDF5 that is closed where it goes.
class Handle {
public:
  Handle(hid_t id, herr_t (*close)(hid_t), const std::string& what) : id_(id), close_(close) {
    if (id < 0) throw Failure{"HDF5 cannot " + what};
  }
  ~Handle() { close_(id_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; } // NOLINT(google-explicit-constructor): it stands for it

private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

void require(herr_t code, const std::string& what) {
  if (code < 0) throw Failure{"HDF5 cannot " + what};
}

/// A name as HDF5 takes it, where a slash would be a folder.
std::string dataset_name(const char* name) {
  std::string out;
  for (const char* c = name; *c != '\0'; ++c)
    out += *c == '/' ? std::string("\u2215") : std::string(1, *c);
  return out == "." ? "point" : out;
}

/// That of a quantity, which stands beside what belongs to the file.
std::string quantity_dataset(const char* name) {
  const std::string out = dataset_name(name);
  const bool is_taken =
      out == ends_name || out == rows_name || out == record_name || out == given_name || out == parameters_name;
  return is_taken ? out + "_" : out;
}

void write_text_attribute(hid_t of, const char* name, const std::string& text) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "make a type");
  require(H5Tset_size(type, std::max<std::size_t>(text.size(), 1)), "size a text");
  require(H5Tset_cset(type, H5T_CSET_UTF8), "set a character set");
  require(H5Tset_strpad(type, H5T_STR_NULLPAD), "pad a text");
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, "make a space");
  const Handle attribute(H5Acreate2(of, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                         std::string("make the attribute ") + name);
  const std::string padded = text.empty() ? std::string(1, '\0') : text;
  require(H5Awrite(attribute, type, padded.data()), std::string("write the attribute ") + name);
}

/// How one number or one text is kept: without the time at which it was written, so that a file has the same bytes
/// whenever it is made.
hid_t without_times() {
  const hid_t how = H5Pcreate(H5P_DATASET_CREATE);
  if (how >= 0) H5Pset_obj_track_times(how, false);
  return how;
}

/// A text of any length, in a dataset of its own.
void write_text(hid_t file, const char* name, const std::string& text) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "make a type");
  require(H5Tset_size(type, std::max<std::size_t>(text.size(), 1)), "size a text");
  require(H5Tset_cset(type, H5T_CSET_UTF8), "set a character set");
  require(H5Tset_strpad(type, H5T_STR_NULLPAD), "pad a text");
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, "make a space");
  const Handle how(without_times(), H5Pclose, "make a list");
  const Handle set(H5Dcreate2(file, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT), H5Dclose,
                   std::string("make ") + name);
  const std::string padded = text.empty() ? std::string(1, '\0') : text;
  require(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, padded.data()), std::string("write ") + name);
}

/// Room for numbers that come later, all of it at once and in one piece.
void make_dataset(hid_t file, const std::string& name, hid_t type, const std::vector<hsize_t>& extent, const char* unit,
                  const char* own_name) {
  const Handle space(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr), H5Sclose,
                     "make a space");
  const Handle how(without_times(), H5Pclose, "make a list");
  require(H5Pset_alloc_time(how, H5D_ALLOC_TIME_EARLY), "set the time of allocation");
  require(H5Pset_fill_time(how, H5D_FILL_TIME_NEVER), "set the time of filling");
  const Handle set(H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT, how, H5P_DEFAULT), H5Dclose,
                   "make " + name);
  if (unit != nullptr) write_text_attribute(set, "unit", unit);
  if (own_name != nullptr && name != own_name) write_text_attribute(set, "name", own_name);
}

void write_remarks(hid_t file, const Layout& layout) {
  constexpr std::size_t most_in_attribute = 60'000; // of 64 KiB
  const Handle group(H5Gcreate2(file, parameters_name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
                     "make a group");
  for (Size r = 0; r < layout.remark_count; ++r) {
    const DalembertRemark& remark = layout.remarks[r];
    if (remark.text != nullptr) {
      if (std::strlen(remark.text) <= most_in_attribute) write_text_attribute(file, remark.name, remark.text);
      continue;
    }
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose, "make a space");
    const Handle how(without_times(), H5Pclose, "make a list");
    const Handle set(
        H5Dcreate2(group, dataset_name(remark.name).c_str(), H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, how, H5P_DEFAULT),
        H5Dclose, std::string("make the parameter ") + remark.name);
    require(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &remark.number), "write a parameter");
    write_text_attribute(set, "unit", remark.unit);
  }
  write_text(file, record_name, layout.record);
}

/// The words for the numbers of `ends`.
hid_t end_type() {
  const hid_t type = H5Tenum_create(H5T_NATIVE_UCHAR);
  constexpr std::array<const char*, 5> words{"not_run", "completed", "stopped", "failed", "refused"};
  unsigned char value = 0;
  for (const char* const word : words) {
    if (type >= 0) H5Tenum_insert(type, word, &value);
    ++value;
  }
  return type;
}

void create_whole(const std::string& path, const Layout& layout) {
  const Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose, "make " + path);
  write_remarks(file, layout);
  const std::vector<hsize_t> table{layout.members, layout.instants};
  const std::vector<hsize_t> list{layout.members};
  for (Size q = 0; q < layout.quantity_count; ++q) {
    const DalembertQuantity& quantity = layout.quantities[q];
    make_dataset(file, quantity_dataset(quantity.name), H5T_NATIVE_DOUBLE, table, quantity.unit, quantity.name);
  }
  const Handle group(H5Gcreate2(file, given_name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, "make a group");
  for (Size a = 0; a < layout.given_count; ++a) {
    const DalembertQuantity& axis = layout.given[a];
    make_dataset(group, dataset_name(axis.name), H5T_NATIVE_DOUBLE, list, axis.unit, axis.name);
  }
  make_dataset(file, rows_name, H5T_NATIVE_INT, list, nullptr, nullptr);
  const Handle type(end_type(), H5Tclose, "make a type");
  make_dataset(file, ends_name, type, list, nullptr, nullptr);
}

/// How a file is opened to be read: whoever else has it open.
hid_t without_locks() {
  const hid_t how = H5Pcreate(H5P_FILE_ACCESS);
#if H5_VERSION_GE(1, 12, 1) || (H5_VERSION_GE(1, 10, 7) && !H5_VERSION_GE(1, 12, 0))
  if (how >= 0) H5Pset_file_locking(how, false, true);
#endif
  return how;
}

hid_t opened(const std::string& path) {
  const Handle how(without_locks(), H5Pclose, "make a list");
  return H5Fopen(path.c_str(), H5F_ACC_RDONLY, how);
}

/// Where the numbers of each dataset begin in the file.
struct Places {
  std::vector<haddr_t> quantities;
  std::vector<haddr_t> given;
  haddr_t rows = 0;
  haddr_t ends = 0;
};

/// That of one, which has `count` numbers of `type`.
haddr_t place_of(hid_t file, const std::string& name, hid_t type, Size count) {
  const Handle set(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose, "open " + name);
  const Handle space(H5Dget_space(set), H5Sclose, "find the space of " + name);
  const Handle found(H5Dget_type(set), H5Tclose, "find the type of " + name);
  const haddr_t place = H5Dget_offset(set); // of one piece only
  const bool is_ours = H5Sget_simple_extent_npoints(space) == static_cast<hssize_t>(count) && H5Tequal(found, type) > 0;
  if (place == HADDR_UNDEF || !is_ours)
    throw Failure{"it was begun by another version of dalembert, or on another kind of machine (the numbers of " +
                  name + " are laid out otherwise)"};
  return place;
}

Places places_in(hid_t file, const Layout& layout) {
  Places out;
  for (Size q = 0; q < layout.quantity_count; ++q)
    out.quantities.push_back(place_of(file, quantity_dataset(layout.quantities[q].name), H5T_NATIVE_DOUBLE,
                                      layout.members * layout.instants));
  for (Size a = 0; a < layout.given_count; ++a)
    out.given.push_back(place_of(file, std::string(given_name) + "/" + dataset_name(layout.given[a].name),
                                 H5T_NATIVE_DOUBLE, layout.members));
  out.rows = place_of(file, rows_name, H5T_NATIVE_INT, layout.members);
  const Handle type(end_type(), H5Tclose, "make a type");
  out.ends = place_of(file, ends_name, type, layout.members);
  return out;
}

/// The file as bytes that can be written at any place.
class Bytes {
public:
  explicit Bytes(const std::string& path, int how = O_WRONLY) : descriptor_(open(path.c_str(), how | O_CLOEXEC)) {
    if (descriptor_ < 0) fail();
  }
  ~Bytes() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;

  /// Writes numbers to the places from number `first` of those at `place` on.
  template <class Number>
  void put(haddr_t place, Size first, const Number* values, Size count) const {
    const char* from = reinterpret_cast<const char*>(values);
    std::size_t left = count * sizeof(Number);
    auto to = static_cast<off_t>(place + first * sizeof(Number));
    while (left > 0) {
      const ssize_t written = pwrite(descriptor_, from, left, to);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail();
      from += written;
      to += written;
      left -= static_cast<std::size_t>(written);
    }
  }
  /// Reads numbers back from there.
  template <class Number>
  void get(haddr_t place, Size first, Number* values, Size count) const {
    char* to = reinterpret_cast<char*>(values);
    std::size_t left = count * sizeof(Number);
    auto from = static_cast<off_t>(place + first * sizeof(Number));
    while (left > 0) {
      const ssize_t read = pread(descriptor_, to, left, from);
      if (read < 0 && errno == EINTR) continue;
      if (read < 0) fail();
      if (read == 0) throw Failure{"it was cut off"};
      to += read;
      from += read;
      left -= static_cast<std::size_t>(read);
    }
  }
  /// A file system may report only here what it could not write.
  void close() {
    const int code = ::close(descriptor_);
    descriptor_ = -1;
    if (code != 0 && errno != EINTR) fail();
  }

private:
  [[noreturn]] static void fail() { throw Failure{std::generic_category().message(errno)}; }

  int descriptor_;
};

void add_members(const std::string& path, const Layout& layout, const DalembertTrajectories& members) {
  const Places places = [&] {
    const Handle file(opened(path), H5Fclose, "open " + path);
    return places_in(file, layout);
  }();
  const Size of_a_quantity = members.count * layout.instants;
  Bytes numbers(path);
  for (Size q = 0; q < layout.quantity_count; ++q)
    numbers.put(places.quantities[q], members.first * layout.instants, members.values + q * of_a_quantity,
                of_a_quantity);
  for (Size a = 0; a < layout.given_count; ++a)
    numbers.put(places.given[a], members.first, members.given + a * members.count, members.count);
  numbers.put(places.rows, members.first, members.rows, members.count);
  numbers.close(); // readers on other machines see what was written before they see that it is
  Bytes marks(path);
  marks.put(places.ends, members.first, members.ends, members.count);
  marks.close();
}

void read_members(const std::string& path, const Layout& layout, Size first, Size count, double* values, double* given,
                  int* rows, unsigned char* ends) {
  const Places places = [&] {
    const Handle file(opened(path), H5Fclose, "open " + path);
    return places_in(file, layout);
  }();
  const Size of_a_quantity = count * layout.instants;
  const Bytes file(path, O_RDONLY);
  for (Size q = 0; q < layout.quantity_count; ++q)
    file.get(places.quantities[q], first * layout.instants, values + q * of_a_quantity, of_a_quantity);
  for (Size a = 0; a < layout.given_count; ++a)
    file.get(places.given[a], first, given + a * count, count);
  file.get(places.rows, first, rows, count);
  file.get(places.ends, first, ends, count);
}

std::string text_in(hid_t file, const char* name) {
  const Handle set(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose, std::string("open ") + name);
  const Handle type(H5Dget_type(set), H5Tclose, std::string("read ") + name);
  std::string out(H5Tget_size(type), '\0');
  require(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.data()), std::string("read ") + name);
  return out;
}

bool find_known(const std::string& path, const Layout& layout, Size& members) {
  const Handle file(opened(path), H5Fclose, "open " + path);
  if (text_in(file, record_name) != layout.record) return false;
  static_cast<void>(places_in(file, layout)); // says where it cannot be continued
  const Handle set(H5Dopen2(file, ends_name, H5P_DEFAULT), H5Dclose, "open the members");
  std::vector<unsigned char> ends(layout.members);
  const Handle type(end_type(), H5Tclose, "make a type");
  require(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, ends.data()), "read the members");
  members = static_cast<Size>(std::find(ends.begin(), ends.end(), 0) - ends.begin());
  return true;
}

/// Calls `work`, and returns what it fails with.
template <class Work>
const char* tried(const Work& work) {
  static std::string text;
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); // the texts of HDF5 are for its authors
  try {
    work();
    return nullptr;
  } catch (const Failure& failure) {
    text = failure.text;
  } catch (const std::exception& error) {
    text = error.what();
  }
  return text.c_str();
}

const char* create(const char* path, const Layout* layout) {
  return tried([&] {
    const std::string part = std::string(path) + ".part";
    std::filesystem::remove(part); // of a program that was killed; somebody may have it open
    create_whole(part, *layout);
    std::filesystem::rename(part, path);
  });
}

const char* add(const char* path, const Layout* layout, const DalembertTrajectories* members) {
  return tried([&] { add_members(path, *layout, *members); });
}

const char* known(const char* path, const Layout* layout, int* is_same, Size* members) {
  *is_same = 0;
  *members = 0;
  return tried([&] { *is_same = find_known(path, *layout, *members) ? 1 : 0; });
}

const char* read(const char* path, const Layout* layout, Size first, Size count, double* values, double* given,
                 int* rows, unsigned char* ends) {
  return tried([&] { read_members(path, *layout, first, count, values, given, rows, ends); });
}

} // namespace

extern "C" const DalembertTrajectoriesModule dalembert_trajectories_module{dalembert_trajectories_version, create, add,
                                                                           known, read};
