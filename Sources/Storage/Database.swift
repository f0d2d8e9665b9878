/// The one seam to the database: SQL with parameters by name, in transactions. Everything else in
/// this module is written against it.
public protocol Database: Sendable {
  /// Runs in a read transaction that sees one state of the catalog.
  func read<T: Sendable>(_ body: (any Connection) throws -> T) throws -> T

  /// Runs in a write transaction and returns once it is durable. Bodies of several callers share a
  /// commit; each is undone alone if it throws. A body may run again after a failed commit, so it
  /// changes nothing but the database.
  @discardableResult
  func write<T: Sendable>(
    _ urgency: WriteUrgency, _ body: @escaping @Sendable (any Connection) throws -> T
  ) throws -> T

  /// Runs as part of this process's next write transaction. For what only saves work later: nobody
  /// waits for it, and without a next transaction it is lost.
  func writeAlong(_ body: @escaping @Sendable (any Connection) throws -> Void)
}

extension Database {
  @discardableResult
  public func write<T: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> T
  ) throws -> T {
    try write(.finish, body)
  }
}

/// Who goes first when several want to write.
public enum WriteUrgency: Int, Sendable, Comparable {
  case cancel, finish, submit

  public static func < (a: WriteUrgency, b: WriteUrgency) -> Bool { a.rawValue < b.rawValue }
}

/// What SQL runs on, within one transaction.
public protocol Connection {
  /// Runs a statement; returns how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ parameters: [String: DatabaseValue]) throws -> Int

  /// Runs a query and makes a value of every row.
  func rows<T>(
    _ sql: String, _ parameters: [String: DatabaseValue], _ make: (Row) throws -> T
  ) throws -> [T]

  /// Runs a part of the transaction that is undone alone if it throws.
  func savepoint<T>(_ body: () throws -> T) throws -> T

  /// The key of the row inserted last.
  var lastInsertedID: Int64 { get }
}

extension Connection {
  @discardableResult
  public func run(_ sql: String) throws -> Int { try run(sql, [:]) }

  public func first<T>(
    _ sql: String, _ parameters: [String: DatabaseValue] = [:], _ make: (Row) throws -> T
  ) throws -> T? {
    try rows(sql, parameters, make).first
  }

  /// The single integer that a query gives; 0 if it gives none.
  public func integer(_ sql: String, _ parameters: [String: DatabaseValue] = [:]) throws -> Int64 {
    try first(sql, parameters) { $0.integer(0) } ?? 0
  }
}

public enum DatabaseValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension DatabaseValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByNilLiteral
{
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(nilLiteral: ()) { self = .null }

  public init(_ value: Int) { self = .integer(Int64(value)) }
  public init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
  public init(_ value: String?) { self = value.map { .text($0) } ?? .null }
  public init(_ value: [UInt8]?) { self = value.map { .blob($0) } ?? .null }
  public init(_ value: Bool) { self = .integer(value ? 1 : 0) }
}

/// One row of a result; columns by number from 0. Valid only while it is being read.
public protocol Row {
  func isNull(_ column: Int) -> Bool
  /// 0 for NULL.
  func integer(_ column: Int) -> Int64
  func real(_ column: Int) -> Double
  /// Empty for NULL.
  func text(_ column: Int) -> String
  func blob(_ column: Int) -> [UInt8]
}

extension Row {
  public func optional<T>(_ column: Int, _ get: (Int) -> T) -> T? {
    isNull(column) ? nil : get(column)
  }
  public func flag(_ column: Int) -> Bool { integer(column) != 0 }
}
