#!/usr/bin/env node
/**
 * Verifies the evidence of signed notes with plain Node: node verify-evidence.mjs evidence.json [audit-log.csv …]
 *
 * evidence.json is the response of GET /api/notes/{id}/evidence; evidence.jsonl has one in each line, as in an export.
 * With all exports of the audit log, in order, it also verifies the chain. Prints what is wrong (docs/evidence.md).
 */

import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';

const join = (parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));
const sha256 = (...parts) => createHash('sha256').update(join(parts)).digest();
const hex = (...parts) => sha256(...parts).toString('hex');

/** Canonical JSON by RFC 8785, without fractions, which notes do not contain. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.keys(value).toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

const FORMS = [1, 2, 3, 4, 5].map((number) => `quarterhour-note-${number}`);

/** Units used (15 minutes each) by rounding rule. The first form has no rule: each started unit counts. */
const UNITS = {
  up: (minutes) => Math.ceil(minutes / 15),
  nearest: (minutes) => Math.floor((minutes + 7) / 15),
  complete: (minutes) => Math.floor(minutes / 15),
};

/** Labels of the two hours when clocks go back and show a time twice. */
const HOURS = { first: '(before the clocks change)', second: '(after the clocks change)' };

/** Members that describe the visit. */
const VISIT_MEMBERS =
  'clientName clientContactName authorName workDate startTime endTime timeZone minutes timeUnitsUsed';

/** The members of evidence, with their types. */
const EVIDENCE = new Map(
  Object.entries({
    number: 'noteId version auditSeq',
    string: 'canonical digest employeeSignature clientSignature auditPayload auditBefore auditHash',
    boolean: 'matches',
    object: 'missing',
  }).flatMap(([type, names]) => names.split(' ').map((name) => [name, type])),
);

/** Members of the earlier forms that the product leaves out for authors. */
const MASKED = ['unitRate', 'account.reference'];

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
  for (const [name, type] of EVIDENCE) {
    // Null when the client did not sign; the signed text is compared below.
    if (name === 'clientSignature' && evidence[name] === null) continue;
    need(typeof evidence[name] === type && evidence[name] !== null, `${name} is missing or no ${type}`);
  }
  // Evidence of earlier releases has neither.
  const { billing = null, masked = [], ...others } = evidence;
  need(billing === null || typeof billing === 'string', 'billing is no string');
  need(Array.isArray(masked) && masked.every((name) => MASKED.includes(name)), `masked is ${masked}`);
  for (const name of Object.keys(others)) need(EVIDENCE.has(name), `${name} is not part of the format`);
  if (faults.length > 0) return faults;

  const signed = JSON.parse(evidence.canonical);
  need(canonical(signed) === evidence.canonical, 'canonical is not in canonical form');
  need(FORMS.includes(signed.form), `the form ${signed.form} is unknown`);
  const form = FORMS.indexOf(signed.form) + 1;
  if (form >= 2) checkService(signed, need);
  if (form >= 3) checkCapture(signed, need);
  if (form >= 4) checkHours(signed, need);
  checkBilling(signed, { billing, masked, form }, need);
  const count = UNITS[form === 1 ? 'up' : signed.rounding];
  const units = count?.(signed.minutes).toFixed(2);
  need(units === signed.timeUnitsUsed, 'timeUnitsUsed does not match minutes and rounding');
  const hasPasswordState = signed.passwordIssuedAt === null || typeof signed.passwordIssuedAt === 'string';
  need(hasPasswordState, 'canonical has no valid passwordIssuedAt');
  for (const name of VISIT_MEMBERS.split(' '))
    need(['string', 'number'].includes(typeof signed[name]), `canonical has no ${name}`);
  const isDigest = masked.length > 0 || hex(evidence.canonical) === evidence.digest;
  need(isDigest, 'digest is not the SHA-256 of canonical');
  for (const name of ['noteId', 'version'])
    need(signed[name] === evidence[name], `${name} is not the one that was signed`);

  const isUnsigned = form >= 3 && signed.clientSignatureSha256 === null;
  const isPicture = evidence.clientSignature !== null;
  need(!isUnsigned || !isPicture, 'the client did not sign, but there is a signature');
  for (const who of isUnsigned ? ['employee'] : ['employee', 'client']) {
    const picture = decodePng(evidence[`${who}Signature`]);
    const is = picture !== null && hex(picture) === signed[`${who}SignatureSha256`];
    need(is, `the ${who}'s signature is not the one that was drawn`);
  }

  const row = JSON.parse(evidence.auditPayload);
  need(canonical(row) === evidence.auditPayload, 'auditPayload is not in canonical form');
  const auditHash = hex(Buffer.from(evidence.auditBefore, 'hex'), evidence.auditPayload);
  need(auditHash === evidence.auditHash, 'auditHash does not follow from auditBefore and auditPayload');
  need(row.object === 'note' && row.objectId === evidence.noteId, 'the audit row is about another object');
  need(row.businessId === signed.businessId, 'the audit row belongs to another business');
  need(row.details?.digest === evidence.digest, 'the audit row names another digest');
  need(row.details?.version === evidence.version, 'the audit row names another version');
  need(
    row.at === (form >= 5 ? signed.recordedAt : signed.employeeSignedAt),
    'the audit row has another time',
  );
  need(evidence.matches, 'the stored note is no longer what was signed');
  need(Array.isArray(evidence.missing) && evidence.missing.length === 0, `missing: ${evidence.missing}`);
  return faults;
}

/** Checks the members that the second form adds. */
function checkService(signed, need) {
  need(signed.service?.key === signed.category, 'service.key does not match category');
  need(typeof signed.service?.name === 'string', 'service.name is missing');
  need(Object.hasOwn(UNITS, signed.rounding), `the rounding rule ${signed.rounding} is unknown`);
  need(signed.account?.authorizationId !== undefined, 'account is missing');
}

/** Checks the members that the third form adds. */
function checkCapture({ capture, signer, clock, ...signed }, need) {
  const isTime = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
  need(![capture, signer, clock].includes(undefined), 'capture, signer or clock is missing');
  if (capture) {
    const { receivedAt, deviceNow, clockDifferenceMs } = capture;
    need(receivedAt === signed.employeeSignedAt, 'capture.receivedAt is not when the note was received');
    const difference = Date.parse(deviceNow) - Date.parse(receivedAt);
    need(difference === clockDifferenceMs, 'capture.clockDifferenceMs does not follow from the two clocks');
  }
  if (signer) need(Object.hasOwn(SIGNERS, String(signer.kind)), `the signer ${signer.kind} is unknown`);
  if (clock) need(isTime(clock.startedAt) && isTime(clock.endedAt), 'clock has no valid times');
  const isUnsigned = signed.clientSignatureSha256 === null;
  const isUndated = signed.clientSignedAt === null;
  need(isUnsigned === isUndated, 'clientSignedAt does not match the signature of the client');
  need(isUnsigned || signer?.kind !== 'none', 'signer.kind is none, but there is a signature of the client');
}

/** Checks the members that the fourth form adds, and the minutes from start to end. */
function checkHours({ startOccurrence, endOccurrence, signedMinutes, signedUnits, ...signed }, need) {
  for (const hour of [startOccurrence, endOccurrence])
    need(hour === null || Object.hasOwn(HOURS, String(hour)), `the occurrence ${hour} is unknown`);
  need(signedMinutes === null || Number.isInteger(signedMinutes), 'signedMinutes is no number');
  need(signedUnits === null || typeof signedUnits === 'string', 'signedUnits is no text');
  const elapsed = Date.parse(signed.end) - Date.parse(signed.start);
  need(elapsed === signed.minutes * 60_000, 'minutes are not those from start to end');
}

/** Checks what managers read besides the text, since the fifth form, or what authors do not read of earlier ones. */
function checkBilling(signed, { billing, masked, form }, need) {
  const has = {
    unitRate: signed.unitRate !== undefined,
    'account.reference': signed.account?.reference !== undefined,
  };
  if (form < 5) {
    need(billing === null, `the form ${signed.form} has no billing`);
    for (const name of form === 1 ? ['unitRate'] : MASKED)
      need(has[name] !== masked.includes(name), `canonical ${has[name] ? 'has' : 'lacks'} ${name}`);
    return;
  }
  need(!has.unitRate && !has['account.reference'], 'canonical has a rate or a reference');
  need(masked.length === 0, `the form ${signed.form} is never masked`);
  need(typeof signed.recordedAt === 'string', 'recordedAt is missing');
  need(/^[\da-f]{64}$/.test(signed.billingSha256), 'billingSha256 is missing');
  if (billing === null) return;
  need(canonical(JSON.parse(billing)) === billing, 'billing is not in canonical form');
  need(hex(billing) === signed.billingSha256, 'billing is not what was signed');
}

/** Yields the lines of a file. Only a line feed ends one: texts may contain other separators, which `readline` knows. */
async function* readLines(path) {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Yields the cells of each row of an exported audit log, in which every cell is quoted; without the header. */
async function* readRows(path) {
  let text = '';
  let isHeader = true;
  for await (const line of readLines(path)) {
    text += text === '' ? line : `\n${line}`;
    // A cell may contain line feeds.
    if (text.split('"').length % 2 === 0) continue;
    const cells = [...text.matchAll(/"((?:[^"]|"")*)"(?:,|\r?$)/g)];
    if (!isHeader && cells.length === 10) yield cells.map(([, cell]) => cell.replaceAll('""', '"'));
    isHeader = false;
    text = '';
  }
}

/** Computes the chain of the exported logs from its start. @returns what is wrong, and the rows about notes */
async function readLog(paths) {
  const log = { fault: null, hashes: new Map(), signed: new Set(), deleted: new Set() };
  let hash;
  let count = 0;
  for (const path of paths) {
    for await (const row of readRows(path)) {
      const [seq, record, stored] = [Number(row[0]), row[8], row[9]];
      const { businessId, object, objectId, action, details } = JSON.parse(record);
      hash = sha256(hash ?? sha256(String(businessId)), record);
      count += 1;
      if (seq !== count || hash.toString('hex') !== stored)
        return { ...log, fault: `row ${count} of the audit log is wrong` };
      if (object !== 'note') continue;
      log.hashes.set(seq, stored);
      if (details?.digest && details.version) log.signed.add(`${objectId}, version ${details.version}`);
      if (action === 'deleted') log.deleted.add(String(objectId));
    }
  }
  return log;
}

/** Who signed for the client, by kind of signer. */
const SIGNERS = {
  client: (_, contactName) => `by ${contactName}`,
  representative: ({ name, relation }) => `by ${name} (${relation})`,
  none: ({ reason }) => `by no one: ${reason}`,
};

/** A sentence about the visit and its signers. */
function describeVisit({ canonical: text }) {
  const rest = JSON.parse(text);
  const { clientName, clientContactName, authorName, signer, clientSignatureSha256 } = rest;
  const { workDate, timeZone, minutes, timeUnitsUsed, signedMinutes, signedUnits, service, category } = rest;
  const [startTime, endTime] = ['start', 'end'].map((name) =>
    [rest[`${name}Time`], HOURS[rest[`${name}Occurrence`]]].filter(Boolean).join(' '),
  );
  const visit = `${workDate}, ${startTime} to ${endTime} (${timeZone}), ${minutes} minutes, ${timeUnitsUsed} units of ${service?.name ?? category}`;
  // Of a note that was sent back, because the device computed something else.
  const isSame = (signedMinutes ?? minutes) === minutes && (signedUnits ?? timeUnitsUsed) === timeUnitsUsed;
  const otherLength = isSame
    ? ''
    : ` The signed sheet showed ${signedMinutes} minutes and ${signedUnits} units.`;
  const isSigned = clientSignatureSha256 !== null || signer?.kind === 'none';
  const bySigner = isSigned
    ? SIGNERS[signer?.kind ?? 'client'](signer, clientContactName)
    : 'by no one: the client did not sign';
  return `Visit: ${visit}. Signed by ${authorName}, and for ${clientName} ${bySigner}.${otherLength}`;
}

/** A sentence about whether another user knew the author's password. */
function describePassword({ canonical: text }) {
  const { passwordIssuedAt } = JSON.parse(text);
  if (passwordIssuedAt === null) return 'The author had chosen the password. Changes are in the audit log.';
  return `The author signed with a temporary password that someone else set on ${passwordIssuedAt} and knew.`;
}

/** A sentence about rate and authorization number. */
function describeBilling({ canonical: text, billing }) {
  const signed = JSON.parse(text);
  if (signed.billingSha256 && !billing)
    return 'Rate and authorization number: only their digest is in this copy.';
  const { unitRate, reference } = { ...signed, ...signed.account, ...(billing && JSON.parse(billing)) };
  return `Rate per unit: ${unitRate ?? 'none'}. Authorization number: ${reference ?? 'none'}.`;
}

/** Verifies one evidence, in its audit log if there is one. @returns it, and what is wrong */
function verify(text, log) {
  let evidence = null;
  try {
    evidence = JSON.parse(text);
    const faults = findFaults(evidence);
    if (faults.length === 0 && log && log.hashes.get(evidence.auditSeq) !== evidence.auditHash)
      faults.push(`row ${evidence.auditSeq} of the audit log is not that of the evidence`);
    return { evidence, faults };
  } catch (error) {
    return { evidence, faults: [error.message] };
  }
}

/** Verifies one evidence and describes the visit. @returns whether it is right */
function verifyFile(content, log) {
  const { evidence, faults } = verify(content, log);
  for (const fault of faults) console.log(`WRONG: ${fault}`);
  if (faults.length > 0) return false;
  if (evidence.masked?.length > 0) {
    console.log(
      `MASKED: this copy for the author lacks ${evidence.masked.join(' and ')}, so its text cannot be compared`,
    );
    console.log('with the digest. Everything else is right. A manager can read the whole evidence.');
    return false;
  }
  console.log(`Right: version ${evidence.version} of note ${evidence.noteId}, ${evidence.digest}`);
  console.log(describeVisit(evidence));
  console.log(describePassword(evidence));
  console.log(describeBilling(evidence));
  return true;
}

/** Verifies each line of a file, and that no signature in the log is missing. @returns whether all are right */
async function verifyLines(path, log) {
  const versions = new Set();
  let failed = 0;
  for await (const line of readLines(path)) {
    if (line.trim() === '') continue;
    const { evidence, faults } = verify(line, log);
    const { noteId, version: number } = evidence ?? {};
    const version = noteId ? `${noteId}, version ${number}` : `in line ${versions.size + 1}`;
    if (versions.has(version)) faults.push('it is in the file twice');
    if (evidence?.masked?.length > 0) faults.push('it is masked for its author');
    versions.add(version);
    for (const fault of faults) console.log(`WRONG: note ${version}: ${fault}`);
    failed += Number(faults.length > 0);
  }
  const absent = [...(log?.signed ?? [])].filter((version) => !versions.has(version));
  const missing = absent.filter((version) => !log.deleted.has(version.split(',')[0]));
  for (const version of missing)
    console.log(`WRONG: note ${version}: it is in the audit log, but not in the file`);
  if (absent.length > missing.length)
    console.log(`Signed versions of deleted notes, not in the file: ${absent.length - missing.length}`);
  if (versions.size === 0) console.log('WRONG: the file has no evidence');
  console.log(`Signed versions: ${versions.size - failed} right, ${failed + missing.length} wrong`);
  return versions.size > 0 && failed + missing.length === 0;
}

/** Verifies the file of the arguments. @returns the exit code */
async function main([file, ...logs]) {
  if (!file) {
    console.error('Usage: node verify-evidence.mjs evidence.json|evidence.jsonl [audit-log.csv …]');
    return 2;
  }
  const log = logs.length > 0 ? await readLog(logs) : null;
  if (log?.fault) {
    console.log(`WRONG: ${log.fault}`);
    return 1;
  }
  if (file.endsWith('.jsonl')) return (await verifyLines(file, log)) ? 0 : 1;
  const content = readFileSync(file, 'utf8');
  if (!content.startsWith('%PDF')) return verifyFile(content, log) ? 0 : 1;
  console.error(`Extract the evidence with pdfdetach -saveall ${file}, then verify evidence.json`);
  return 2;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.log(`WRONG: ${error.message}`);
  process.exitCode = 1;
}
