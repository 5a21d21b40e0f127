/**
 * Statements that are said in one breath travel together (docs/decisions/027): one message to the database with one
 * synchronisation at its end, and one answer. Where no transaction has begun they are one by themselves, because
 * PostgreSQL takes all that lies between two synchronisations for one. What rows a named statement answers with is
 * asked once for each connection.
 */
import pg from 'pg';
import { ABORTED } from './sqlState.ts';
import type { StatementNames } from './statementNames.ts';

/** What the driver keeps to itself: its version is pinned, and every statement of every test comes through here. */
interface DriverQuery extends pg.Query {
  name: string | undefined;
  text: string | undefined;
  _accumulateRows: boolean;
  _result: Description;
  _results: Description;
  requiresPreparation(): boolean;
  prepare(connection: DriverConnection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: DriverConnection): void;
  handleReadyForQuery(connection: DriverConnection): void;
  handleError(error: Error, connection: DriverConnection): void;
}

interface DriverConnection extends pg.Connection {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}

/** What is known of a statement's rows before they come. */
interface Description {
  fields: pg.FieldDef[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** As the driver takes it from the query builder. */
export interface Statement {
  text: string;
  rowMode?: string;
  types?: typeof pg.types;
}

type Values = unknown[] | undefined;
type Answered = (error: Error | null, result: pg.QueryResult) => void;

interface Part {
  query: DriverQuery;
  /** Under what its rows' description is kept; nothing without a name. */
  described: string | undefined;
  settled: boolean;
}

/** It was not carried out, because one of the same journey before it failed; says nothing of the reason. */
class NotCarriedOut extends Error {
  readonly code = ABORTED;

  constructor() {
    super('A statement before this one failed');
    this.name = 'NotCarriedOut';
  }
}

/**
 * Collects what is said to a connection in one breath and sends it once nobody has anything to add at once.
 * @param names of statements, where the connection keeps them
 */
export function gatherStatements(
  client: pg.ClientBase,
  names: StatementNames | null,
): (said: string | Statement, values: Values) => Promise<pg.QueryResult> {
  const send = client.query.bind(client) as (query: pg.Query) => unknown;
  const journeys = new Journeys((client as pg.ClientBase & { connection: DriverConnection }).connection);
  let breath: Part[] = [];
  const flush = () => {
    const parts = breath;
    breath = [];
    const [{ query }] = parts as [Part];
    // One without values may be several in one text, which only goes as it is.
    const asItIs = parts.length === 1 && !query.requiresPreparation();
    send(asItIs ? query : new Journey(parts, journeys));
  };
  return (said, values) =>
    new Promise((resolve, reject) => {
      const statement = typeof said === 'string' ? { text: said } : said;
      const name = names?.nameOf(statement.text, values);
      if (breath.length === 0) process.nextTick(flush);
      breath.push(
        partOf({ statement, values, name }, (error, result) => (error ? reject(error) : resolve(result))),
      );
    });
}

function partOf(
  { statement, values, name }: { statement: Statement; values: Values; name: string | undefined },
  answered: Answered,
): Part {
  const { text, rowMode, types } = statement;
  const done: Answered = (error, result) => {
    part.settled = true;
    answered(error, result);
  };
  const query = new pg.Query(text, values, done as never) as DriverQuery;
  query.name = name;
  if (rowMode || types) {
    query._result = query._results = new pg.Result(rowMode ?? '', types as typeof pg.types) as never;
  }
  // The same text may be said with and without types of the builder's own.
  const described = name && `${name} ${types ? 'typed' : ''}`;
  const part: Part = { query, described, settled: false };
  return part;
}

/** How many statements a connection owes answers to: a server may say nothing before the last one of a journey. */
export function statementsOwed(client: pg.ClientBase): number {
  const { _activeQuery: active } = client as pg.ClientBase & { _activeQuery?: unknown };
  return active instanceof Journey ? active.owed : 1;
}

/** What a connection knows of its statements, and itself with fewer words. */
class Journeys {
  readonly connection: DriverConnection;
  readonly #descriptions = new Map<string, Description>();
  /** Says what a statement says but for the synchronisation. */
  readonly #together: DriverConnection;
  /** Nor does it ask what the rows will be. */
  readonly #known: DriverConnection;

  constructor(connection: DriverConnection) {
    this.connection = connection;
    const nothing = () => undefined;
    this.#together = Object.assign(Object.create(connection) as DriverConnection, { sync: nothing });
    this.#known = Object.assign(Object.create(this.#together) as DriverConnection, { describe: nothing });
  }

  /** @returns whether it could be written */
  say(part: Part): boolean {
    const { query, described } = part;
    const known = this.#descriptions.get(described ?? '');
    if (known) {
      Object.assign(query._result, known);
      query._accumulateRows = true;
    }
    query.prepare(known ? this.#known : this.#together);
    if (!part.settled) return true;
    // The driver had the server forget it again.
    this.forget(part);
    if (query.name) delete this.connection.parsedStatements[query.name];
    return false;
  }

  heard({ query, described }: Part): void {
    if (!described || this.#descriptions.has(described)) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = query._result;
    this.#descriptions.set(described, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  /** Whether its text was read is not known: it is told again. */
  forget({ query: { name } }: Part): void {
    if (name) delete this.connection.submittedNamedStatements[name];
  }
}

/** For the driver one statement, whose answers it hands to its parts one after the other. */
class Journey extends pg.Query {
  name: string | undefined;
  text: string | undefined;
  /** The driver puts its own in its place to know when it waits no more. */
  callback: (error: Error | null) => void = () => undefined;
  #waiting: Part[];
  readonly #answered: Part[] = [];
  readonly #journeys: Journeys;

  constructor(parts: Part[], journeys: Journeys) {
    super('');
    this.#waiting = parts;
    this.#journeys = journeys;
  }

  override submit = (connection: pg.Connection): null => {
    connection.stream.cork();
    const unwritten = this.#waiting.findIndex((part) => !this.#journeys.say(part));
    connection.sync();
    connection.stream.uncork();
    // What lies behind a value that cannot be written, the commit above all, was not said.
    if (unwritten >= 0) {
      const [, ...behind] = this.#waiting.splice(unwritten);
      for (const { query } of behind) query.handleError(new NotCarriedOut(), this.#journeys.connection);
    }
    this.#turn();
    return null;
  };

  /** How many of its statements have no answer yet. */
  get owed(): number {
    return this.#waiting.length;
  }

  /** What the driver notes of its statement is meant for the part that is answered next. */
  #turn(): void {
    this.name = this.#waiting[0]?.query.name;
    this.text = this.#waiting[0]?.query.text;
  }

  handleRowDescription(message: unknown): void {
    this.#waiting[0]?.query.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#waiting[0]?.query.handleDataRow(message);
  }

  handleCommandComplete(message: unknown): void {
    this.#waiting[0]?.query.handleCommandComplete(message, this.#journeys.connection);
    this.#isAnswered();
  }

  handleEmptyQuery(): void {
    this.#isAnswered();
  }

  #isAnswered(): void {
    const part = this.#waiting.shift();
    this.#turn();
    if (!part) return;
    this.#journeys.heard(part);
    this.#answered.push(part);
  }

  handleReadyForQuery(): void {
    for (const { query } of this.#answered) query.handleReadyForQuery(this.#journeys.connection);
    this.callback(null);
  }

  handleError(error: Error): void {
    const { connection } = this.#journeys;
    // Where all were answered it is the end that failed, and with it what they did.
    const parts = this.#waiting.length > 0 ? this.#waiting : this.#answered.splice(0);
    for (const { query } of this.#answered) query.handleReadyForQuery(connection);
    this.#waiting = [];
    // Where the connection is lost, all are lost with it.
    const ofOthers = error instanceof pg.DatabaseError ? new NotCarriedOut() : error;
    for (const [place, part] of parts.entries()) {
      this.#journeys.forget(part);
      part.query.handleError(place === 0 ? error : ofOthers, connection);
    }
    this.callback(error);
  }
}
