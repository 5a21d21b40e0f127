#!/usr/bin/env node
/**
 * Verifies the evidence of signed notes with plain Node: node verify-evidence.mjs evidence.json [audit-log.csv …]
 *
 * evidence.json is the response of GET /api/notes/{id}/evidence; evidence.jsonl has one in each line, as in an export.
 * With all exports of the business's audit log, in order, it also verifies the chain. Exits with 1 and prints what is
 * wrong. docs/evidence.md describes the format.
 */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Canonical JSON by RFC 8785, without fractions, which notes do not contain. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.keys(value).toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

const FORMS = ['quarterhour-note-1', 'quarterhour-note-2', 'quarterhour-note-3'];

/** Units used (15 minutes each) by rounding rule. The first form has no rule: each started unit counts. */
const UNITS = {
  up: (minutes) => Math.ceil(minutes / 15),
  nearest: (minutes) => Math.floor((minutes + 7) / 15),
  complete: (minutes) => Math.floor(minutes / 15),
};

/** Members that describe the visit. */
const VISIT_MEMBERS = [
  'clientName',
  'clientContactName',
  'authorName',
  'workDate',
  'startTime',
  'endTime',
  'timeZone',
  'minutes',
  'timeUnitsUsed',
];

const EVIDENCE = {
  noteId: 'number',
  version: 'number',
  canonical: 'string',
  digest: 'string',
  employeeSignature: 'string',
  clientSignature: 'string',
  auditSeq: 'number',
  auditPayload: 'string',
  auditBefore: 'string',
  auditHash: 'string',
  matches: 'boolean',
  missing: 'object',
};

/** The bytes of a PNG data URL, or null. */
function decodePng(url) {
  if (url === null) return null;
  const prefix = 'data:image/png;base64,';
  const bytes = Buffer.from(url.slice(prefix.length), 'base64');
  return prefix + bytes.toString('base64') === url ? bytes : null;
}

/** Finds everything that is wrong with the evidence. */
function findFaults(evidence) {
  const faults = [];
  const need = (isRight, fault) => isRight || faults.push(fault);
  for (const [name, type] of Object.entries(EVIDENCE)) {
    // Null when the client did not sign; the signed text is compared below.
    if (name === 'clientSignature' && evidence[name] === null) continue;
    need(typeof evidence[name] === type && evidence[name] !== null, `${name} is missing or no ${type}`);
  }
  for (const name of Object.keys(evidence)) need(name in EVIDENCE, `${name} is not part of the format`);
  if (faults.length > 0) return faults;

  const signed = JSON.parse(evidence.canonical);
  need(canonical(signed) === evidence.canonical, 'canonical is not in canonical form');
  need(FORMS.includes(signed.form), `the form ${signed.form} is unknown`);
  const form = FORMS.indexOf(signed.form) + 1;
  if (form >= 2) faults.push(...findServiceFaults(signed));
  if (form === 3) faults.push(...findCaptureFaults(signed));
  const count = UNITS[form === 1 ? 'up' : signed.rounding];
  need(
    count && count(signed.minutes).toFixed(2) === signed.timeUnitsUsed,
    'timeUnitsUsed does not match minutes and rounding',
  );
  const hasPasswordState = signed.passwordIssuedAt === null || typeof signed.passwordIssuedAt === 'string';
  need(hasPasswordState, 'canonical has no valid passwordIssuedAt');
  for (const name of VISIT_MEMBERS)
    need(['string', 'number'].includes(typeof signed[name]), `canonical has no ${name}`);
  need(
    sha256(evidence.canonical).toString('hex') === evidence.digest,
    'digest is not the SHA-256 of canonical',
  );
  need(signed.noteId === evidence.noteId, 'noteId is not the one that was signed');
  need(signed.version === evidence.version, 'version is not the one that was signed');

  const isUnsigned = form === 3 && signed.clientSignatureSha256 === null;
  if (isUnsigned)
    need(evidence.clientSignature === null, 'the client did not sign, but there is a signature');
  for (const who of isUnsigned ? ['employee'] : ['employee', 'client']) {
    const picture = decodePng(evidence[`${who}Signature`]);
    const is = picture !== null && sha256(picture).toString('hex') === signed[`${who}SignatureSha256`];
    need(is, `the ${who}'s signature is not the one that was drawn`);
  }

  const row = JSON.parse(evidence.auditPayload);
  need(canonical(row) === evidence.auditPayload, 'auditPayload is not in canonical form');
  need(
    sha256(Buffer.from(evidence.auditBefore, 'hex'), evidence.auditPayload).toString('hex') ===
      evidence.auditHash,
    'auditHash does not follow from auditBefore and auditPayload',
  );
  need(row.object === 'note' && row.objectId === evidence.noteId, 'the audit row is about another object');
  need(row.businessId === signed.businessId, 'the audit row belongs to another business');
  need(row.details?.digest === evidence.digest, 'the audit row names another digest');
  need(row.details?.version === evidence.version, 'the audit row names another version');
  need(row.at === signed.employeeSignedAt, 'the audit row has another time');
  need(evidence.matches, 'the stored note is no longer what was signed');
  need(Array.isArray(evidence.missing) && evidence.missing.length === 0, `missing: ${evidence.missing}`);
  return faults;
}

/** Finds what is wrong with the members that the second form adds. */
function findServiceFaults(signed) {
  const faults = [];
  const need = (isRight, fault) => isRight || faults.push(fault);
  need(signed.service?.key === signed.category, 'service.key does not match category');
  need(typeof signed.service?.name === 'string', 'service.name is missing');
  need(Object.hasOwn(UNITS, signed.rounding), `the rounding rule ${signed.rounding} is unknown`);
  need(signed.account?.authorizationId !== undefined, 'account is missing');
  return faults;
}

/** Finds what is wrong with the members that the third form adds. */
function findCaptureFaults({ capture, signer, clock, ...signed }) {
  const faults = [];
  const need = (isRight, fault) => isRight || faults.push(fault);
  const isTime = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
  need(
    capture !== undefined && signer !== undefined && clock !== undefined,
    'capture, signer or clock is missing',
  );
  if (capture) {
    const { receivedAt, deviceNow, clockDifferenceMs } = capture;
    need(receivedAt === signed.employeeSignedAt, 'capture.receivedAt is not when the note was received');
    need(
      Date.parse(deviceNow) - Date.parse(receivedAt) === clockDifferenceMs,
      'capture.clockDifferenceMs does not follow from the two clocks',
    );
  }
  if (signer) need(Object.hasOwn(SIGNERS, String(signer.kind)), `the signer ${signer.kind} is unknown`);
  if (clock) need(isTime(clock.startedAt) && isTime(clock.endedAt), 'clock has no valid times');
  const isUnsigned = signed.clientSignatureSha256 === null;
  need(
    isUnsigned === (signed.clientSignedAt === null),
    'clientSignedAt does not match the signature of the client',
  );
  need(isUnsigned || signer?.kind !== 'none', 'signer.kind is none, but there is a signature of the client');
  return faults;
}

/** Parses an exported audit log, in which every cell is quoted. */
const parseRows = (csv) => {
  const cells = [...csv.replace(/^\uFEFF/, '').matchAll(/"((?:[^"]|"")*)"(,|\r?\n|$)/g)];
  const rows = [[]];
  for (const [, cell, end] of cells) {
    rows.at(-1).push(cell.replaceAll('""', '"'));
    if (end !== ',') rows.push([]);
  }
  return rows.slice(1).filter((row) => row.length === 10);
};

/** Computes the chain of exported logs from its start. @returns the rows by number, or what is wrong with them */
function readChain(logs, businessId) {
  const rows = new Map();
  let hash = sha256(String(businessId));
  for (const row of logs.flatMap((log) => parseRows(readFileSync(log, 'utf8')))) {
    const [seq, record, stored] = [Number(row[0]), row[8], row[9]];
    hash = sha256(hash, record);
    if (seq !== rows.size + 1 || hash.toString('hex') !== stored)
      return { fault: `row ${rows.size + 1} of the audit log is wrong`, rows };
    rows.set(seq, { record, hash: stored });
  }
  return { fault: null, rows };
}

/** Finds what is wrong with the chain, and with the row of the evidence in it. */
function findChainFaults(evidence) {
  chain ??= readChain(logs, JSON.parse(evidence.canonical).businessId);
  if (chain.fault) return [chain.fault];
  const row = chain.rows.get(evidence.auditSeq);
  const isInLog = row?.record === evidence.auditPayload && row.hash === evidence.auditHash;
  return isInLog ? [] : [`row ${evidence.auditSeq} of the audit log is not that of the evidence`];
}

/** Who signed for the client, by kind of signer. */
const SIGNERS = {
  client: (_, contactName) => `by ${contactName}`,
  representative: ({ name, relation }) => `by ${name} (${relation})`,
  none: ({ reason }) => `by no one: ${reason}`,
};

/** A sentence about the visit and its signers. */
function describeVisit({ canonical: text }) {
  const { clientName, clientContactName, authorName, timeUnitsUsed, service, category, signer, ...when } =
    JSON.parse(text);
  const { workDate, startTime, endTime, timeZone, minutes } = when;
  const visit = `${workDate}, ${startTime} to ${endTime} (${timeZone}), ${minutes} minutes, ${timeUnitsUsed} units of ${service?.name ?? category}`;
  const bySigner = SIGNERS[signer?.kind ?? 'client'](signer, clientContactName);
  return `Visit: ${visit}. Signed by ${authorName}, and for ${clientName} ${bySigner}.`;
}

/** A sentence about whether another user knew the author's password. */
function describePassword({ canonical: text }) {
  const { passwordIssuedAt } = JSON.parse(text);
  if (passwordIssuedAt === null) return 'The author had chosen the password. Changes are in the audit log.';
  return `The author signed with a temporary password that someone else set on ${passwordIssuedAt} and knew.`;
}

/** Verifies one evidence. @returns it, and what is wrong */
function verify(text) {
  try {
    const evidence = JSON.parse(text);
    const faults = findFaults(evidence);
    if (faults.length === 0 && logs.length > 0) faults.push(...findChainFaults(evidence));
    return { evidence, faults };
  } catch (error) {
    return { evidence: null, faults: [error.message] };
  }
}

/** Verifies one evidence and describes the visit. @returns whether it is right */
function verifyFile(content) {
  const { evidence, faults } = verify(content);
  for (const fault of faults) console.log(`WRONG: ${fault}`);
  if (faults.length > 0) return false;
  console.log(`Right: version ${evidence.version} of note ${evidence.noteId}, ${evidence.digest}`);
  console.log(describeVisit(evidence));
  console.log(describePassword(evidence));
  return true;
}

/** Verifies each line of a file. @returns whether all are right */
async function verifyLines(path) {
  let [right, wrong] = [0, 0];
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const { evidence, faults } = verify(line);
    const subject = evidence ? `note ${evidence.noteId}, version ${evidence.version}` : 'no evidence';
    for (const fault of faults) console.log(`WRONG: line ${right + wrong + 1}, ${subject}: ${fault}`);
    if (faults.length > 0) wrong += 1;
    else right += 1;
  }
  console.log(`${right} signed versions are right, ${wrong} are wrong.`);
  return right > 0 && wrong === 0;
}

/** Verifies the file of the arguments. @returns the exit code */
async function main() {
  if (!file) {
    console.error('Usage: node verify-evidence.mjs evidence.json|evidence.jsonl [audit-log.csv …]');
    return 2;
  }
  if (file.endsWith('.jsonl')) return (await verifyLines(file)) ? 0 : 1;
  const content = readFileSync(file, 'utf8');
  if (!content.startsWith('%PDF')) return verifyFile(content) ? 0 : 1;
  const extract = `Extract the evidence with pdfdetach -saveall ${file}, then verify evidence.json`;
  console.error(`${file} is a PDF. ${extract}`);
  return 2;
}

const [file, ...logs] = process.argv.slice(2);
/** The chain of the logs, which is read with the first evidence. */
let chain;
try {
  process.exitCode = await main();
} catch (error) {
  console.log(`WRONG: ${error.message}`);
  process.exitCode = 1;
}
