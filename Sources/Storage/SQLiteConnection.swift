import CSQLite
import Files
import Manifest

/// One SQLite connection with its prepared statements. Used by one thread at a time.
final class SQLiteConnection: Connection {
  /// A statement with what its parameters are called, in SQLite's order.
  private struct Prepared {
    let statement: OpaquePointer
    let parameters: [String]
  }

  private let handle: OpaquePointer
  private var prepared: [String: Prepared] = [:]

  /// How long somebody else's write may keep us waiting before the database counts as away.
  private static let patience: Int32 = 120_000

  init(_ path: BytePath, readOnly: Bool) throws(Failure) {
    var opened: OpaquePointer?
    let flags = (readOnly ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    let status = path.withCString {
      sqlite3_open_v2($0, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    }
    guard status == SQLITE_OK, let opened else {
      let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw Failure(
        .databaseUnavailable, "cannot open the catalog \(path): \(reason)",
        hint: "check that the library's folder is there and may be read and written")
    }
    handle = opened
    sqlite3_busy_timeout(handle, Self.patience)
    try useWriteAheadLog()
    try execute("PRAGMA synchronous = FULL")
    try execute("PRAGMA foreign_keys = ON")
    // Checkpoints block a commit while they run; larger ones come less often.
    try execute("PRAGMA wal_autocheckpoint = 4000")
    if readOnly { try execute("PRAGMA query_only = ON") }
  }

  /// The first to open a catalog needs it alone for this, and SQLite itself does not wait for that.
  private func useWriteAheadLog() throws(Failure) {
    var waited: Int32 = 0
    while true {
      let status = sqlite3_exec(handle, "PRAGMA journal_mode = WAL", nil, nil, nil)
      if status == SQLITE_OK { return }
      guard status & 0xff == SQLITE_BUSY, waited < Self.patience else { throw failure(status) }
      waited += sqlite3_sleep(5)
    }
  }

  deinit {
    for prepared in prepared.values { sqlite3_finalize(prepared.statement) }
    sqlite3_close_v2(handle)
  }

  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }
  /// Counts every row that this connection ever changed.
  var changeCount: Int64 { sqlite3_total_changes64(handle) }
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs any number of statements without parameters, once.
  func execute(_ sql: String) throws(Failure) {
    let status = sqlite3_exec(handle, sql, nil, nil, nil)
    guard status == SQLITE_OK else { throw failure(status) }
  }

  @discardableResult
  func run(_ sql: String, _ parameters: [String: DatabaseValue]) throws -> Int {
    let statement = try bind(sql, parameters)
    defer { sqlite3_reset(statement) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: continue
      case SQLITE_DONE: return Int(sqlite3_changes64(handle))
      case let status: throw failure(status)
      }
    }
  }

  func rows<T>(
    _ sql: String, _ parameters: [String: DatabaseValue], _ make: (Row) throws -> T
  ) throws -> [T] {
    let statement = try bind(sql, parameters)
    defer { sqlite3_reset(statement) }
    var made: [T] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: made.append(try make(SQLiteRow(statement: statement)))
      case SQLITE_DONE: return made
      case let status: throw failure(status)
      }
    }
  }

  func savepoint<T>(_ body: () throws -> T) throws -> T {
    try run("SAVEPOINT part")
    do {
      let value = try body()
      try run("RELEASE part")
      return value
    } catch {
      // A full disk may have ended the whole transaction.
      if isInTransaction {
        try run("ROLLBACK TO part")
        try run("RELEASE part")
      }
      throw error
    }
  }

  private func bind(_ sql: String, _ parameters: [String: DatabaseValue]) throws -> OpaquePointer {
    let prepared = try prepare(sql)
    let statement = prepared.statement
    sqlite3_clear_bindings(statement)
    for (index, name) in prepared.parameters.enumerated() {
      guard let value = parameters[name] else {
        preconditionFailure("no value for :\(name) in \(sql)")
      }
      let number = Int32(index + 1)
      let status =
        switch value {
        case .null: sqlite3_bind_null(statement, number)
        case .integer(let value): sqlite3_bind_int64(statement, number, value)
        case .real(let value): sqlite3_bind_double(statement, number, value)
        case .text(let value):
          minilab_bind_text(statement, number, value, Int32(value.utf8.count))
        case .blob(let value):
          minilab_bind_blob(statement, number, value, Int32(value.count))
        }
      guard status == SQLITE_OK else { throw failure(status) }
    }
    return statement
  }

  private func prepare(_ sql: String) throws -> Prepared {
    if let known = prepared[sql] { return known }
    var statement: OpaquePointer?
    let status = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard status == SQLITE_OK, let statement else { throw failure(status) }
    // By name: SQLite numbers parameters by appearance.
    let parameters = (1..<(sqlite3_bind_parameter_count(statement) + 1)).map {
      String(String(cString: sqlite3_bind_parameter_name(statement, $0)).dropFirst())
    }
    let new = Prepared(statement: statement, parameters: parameters)
    prepared[sql] = new
    return new
  }

  private func failure(_ status: Int32) -> Failure {
    let reason = String(cString: sqlite3_errmsg(handle))
    switch status & 0xff {
    case SQLITE_CONSTRAINT:
      return Failure(.conflict, "the catalog refuses a row: \(reason)")
    case SQLITE_FULL:
      return Failure(
        .noSpace, "the disk that holds the library is full", hint: "free some space and go on")
    default:
      return Failure(
        .databaseUnavailable, "the catalog cannot be used: \(reason)",
        hint: "check the library's disk; `minilab verify` checks the catalog")
    }
  }
}

private struct SQLiteRow: Row {
  let statement: OpaquePointer

  func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }
  func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }
  func real(_ column: Int) -> Double { sqlite3_column_double(statement, Int32(column)) }
  func text(_ column: Int) -> String { String(decoding: blob(column), as: UTF8.self) }
  func blob(_ column: Int) -> [UInt8] {
    // The bytes before their count: asking for the bytes may convert the value.
    let bytes = sqlite3_column_blob(statement, Int32(column))
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }
}
