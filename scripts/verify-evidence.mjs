#!/usr/bin/env node
/**
 * Verifies the evidence of a signed note with plain Node: node verify-evidence.mjs evidence.json [audit-log.csv …]
 *
 * evidence.json is the response of GET /api/notes/{id}/evidence. With all exports of the business's audit log, in order,
 * it also verifies the chain. Exits with 1 and prints what is wrong. docs/evidence.md describes the format.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

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

const FORMS = ['quarterhour-note-1', 'quarterhour-note-2'];

/** Units of 15 minutes by rounding rule. The first form has no rule: each started unit counts. */
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
  const prefix = 'data:image/png;base64,';
  const bytes = Buffer.from(url.slice(prefix.length), 'base64');
  return prefix + bytes.toString('base64') === url ? bytes : null;
}

/** Finds everything that is wrong with the evidence. */
function findFaults(evidence) {
  const faults = [];
  const need = (isRight, fault) => isRight || faults.push(fault);
  for (const [name, type] of Object.entries(EVIDENCE)) {
    need(typeof evidence[name] === type && evidence[name] !== null, `${name} is missing or no ${type}`);
  }
  for (const name of Object.keys(evidence)) need(name in EVIDENCE, `${name} is not part of the format`);
  if (faults.length > 0) return faults;

  const signed = JSON.parse(evidence.canonical);
  need(canonical(signed) === evidence.canonical, 'canonical is not in canonical form');
  need(FORMS.includes(signed.form), `the form ${signed.form} is unknown`);
  if (signed.form === FORMS[1]) {
    need(signed.service?.key === signed.category, 'service.key does not match category');
    need(typeof signed.service?.name === 'string', 'service.name is missing');
    need(Object.hasOwn(UNITS, signed.rounding), `the rounding rule ${signed.rounding} is unknown`);
    need(signed.account?.authorizationId !== undefined, 'account is missing');
  }
  const count = UNITS[signed.form === FORMS[0] ? 'up' : signed.rounding];
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

  for (const who of ['employee', 'client']) {
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

/** Computes the chain from its start and finds what is wrong with it. */
function findChainFaults(exports, evidence) {
  const { businessId } = JSON.parse(evidence.canonical);
  let hash = sha256(String(businessId));
  let isInLog = false;
  for (const [index, row] of exports.flatMap(parseRows).entries()) {
    const [seq, record, stored] = [Number(row[0]), row[8], row[9]];
    hash = sha256(hash, record);
    if (seq !== index + 1 || hash.toString('hex') !== stored)
      return [`row ${index + 1} of the audit log is wrong`];
    if (seq === evidence.auditSeq)
      isInLog = record === evidence.auditPayload && stored === evidence.auditHash;
  }
  return isInLog ? [] : [`row ${evidence.auditSeq} of the audit log is not that of the evidence`];
}

/** A sentence about the visit and its signers. */
function describeVisit({ canonical: text }) {
  const { clientName, clientContactName, authorName, timeUnitsUsed, service, category, ...when } =
    JSON.parse(text);
  const { workDate, startTime, endTime, timeZone, minutes } = when;
  const visit = `${workDate}, ${startTime} to ${endTime} (${timeZone}), ${minutes} minutes, ${timeUnitsUsed} units of ${service?.name ?? category}`;
  return `Visit: ${visit}. Signed by ${authorName}, and for ${clientName} by ${clientContactName}.`;
}

/** A sentence about whether another user knew the author's password. */
function describePassword({ canonical: text }) {
  const { passwordIssuedAt } = JSON.parse(text);
  if (passwordIssuedAt === null) return 'The author had chosen the password. Changes are in the audit log.';
  return `The author signed with a temporary password that someone else set on ${passwordIssuedAt} and knew.`;
}

const [file, ...logs] = process.argv.slice(2);
if (!file) {
  console.error('Usage: node verify-evidence.mjs evidence.json [audit-log.csv …]');
  process.exit(2);
}
try {
  const content = readFileSync(file, 'utf8');
  if (content.startsWith('%PDF')) {
    console.error(
      `${file} is a PDF. Extract the evidence with pdfdetach -saveall ${file}, then verify evidence.json`,
    );
    process.exit(2);
  }
  const evidence = JSON.parse(content);
  const faults = findFaults(evidence);
  const exports = logs.map((log) => readFileSync(log, 'utf8'));
  if (faults.length === 0 && logs.length > 0) faults.push(...findChainFaults(exports, evidence));
  for (const fault of faults) console.log(`WRONG: ${fault}`);
  if (faults.length === 0) {
    console.log(`Right: version ${evidence.version} of note ${evidence.noteId}, ${evidence.digest}`);
    console.log(describeVisit(evidence));
    console.log(describePassword(evidence));
  }
  process.exitCode = faults.length > 0 ? 1 : 0;
} catch (error) {
  console.log(`WRONG: ${error.message}`);
  process.exitCode = 1;
}
