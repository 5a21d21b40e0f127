/** Finds pinned versions below one that fixes a known vulnerability, in what parses input of others. */

import { readFileSync } from 'node:fs';
import { type Finding, report } from './sources.ts';

interface Minimum {
  /** A package, or a part of Node. */
  name: string;
  /** The first version without it, one for each major version that is maintained. */
  fixed: string[];
  advisories: string;
  /** Where the fixed version was looked up. */
  source: string;
}

const GITHUB = 'https://github.com/';

/** Reviewed as docs/operations.md describes. Only facts that were looked up are in it. */
export const MINIMUMS: Minimum[] = [
  {
    name: 'node',
    fixed: ['24.22.1', '26.12.1'],
    advisories:
      'the security release of 21 October 2026, and CVE-2026-56846, -56848, -58042, -58044, -58045 of 24.18.1',
    source: `${GITHUB}aerynOS/recipes/pull/2123`,
  },
  {
    name: 'undici',
    fixed: ['7.28.0', '8.5.0'],
    advisories: 'CVE-2026-6733 (GHSA-35p6-xmwp-9g52), CVE-2026-12151',
    source: `${GITHUB}github/advisory-database/pull/8101`,
  },
  {
    name: 'llhttp',
    fixed: ['9.4.3'],
    advisories: 'the security release of Node of 29 July 2026',
    source: `${GITHUB}openwrt/packages/pull/30139`,
  },
  {
    name: 'fastify',
    fixed: ['5.12.2'],
    advisories: 'GHSA-w2qp-rph6-63g4, GHSA-3m5p-2c4r-xxw2 (5.12.1), and four of 5.12.2',
    source: `${GITHUB}theam/facility/pull/288 ${GITHUB}pengrubin/london-live-2d/pull/47`,
  },
  {
    name: '@fastify/static',
    fixed: ['10.1.3'],
    advisories: 'GHSA-423g-23ch-w7c6, GHSA-8pvw-jcv7-9cmj, GHSA-83w8-p2f5-377r, CVE-2026-6414',
    source: `${GITHUB}chrisbenincasa/tunarr/issues/2056`,
  },
  {
    name: 'cookie',
    fixed: ['0.7.0'],
    advisories: 'CVE-2024-47764 (GHSA-pxg6-pf52-xh8x)',
    source: `${GITHUB}github/advisory-database/pull/8610`,
  },
  {
    name: '@fastify/busboy',
    fixed: ['1.0.0'],
    advisories: 'CVE-2022-24434, of the parser it was forked from; fixed since its first version',
    source: `${GITHUB}mscdex/busboy/issues/250`,
  },
  {
    name: 'fast-uri',
    fixed: ['3.1.7', '4.1.4'],
    advisories: 'CVE-2026-13676 (3.1.3, 4.0.1), and later patches',
    source: `${GITHUB}quay/quay/pull/6361 ${GITHUB}RenzoBeux/Dashboarr/pull/406`,
  },
  {
    name: 'tar',
    fixed: ['7.5.21'],
    advisories: 'CVE-2026-59871, -59873, -59874, -59875, and GHSA-r292-9mhp-454m of 7.5.19',
    source: `${GITHUB}dnbexperience/eufemia/pull/8851`,
  },
  {
    name: 'sharp',
    fixed: ['0.35.0'],
    advisories: 'GHSA-f88m-g3jw-g9cj (CVE-2026-33327, -33328, -35590, -35591)',
    source: `${GITHUB}tw93/Pake/pull/1341`,
  },
  {
    name: 'nodemailer',
    fixed: ['10.0.9'],
    advisories: 'GHSA-g57g-f23g-4646, GHSA-v53p-9fqp-m79j (10.0.6), GHSA-2x7j-588g-ccc2 (9.1.0)',
    source: `${GITHUB}DollhouseMCP/mcp-server/issues/2762`,
  },
  {
    name: 'yauzl',
    fixed: ['3.2.1'],
    advisories: 'CVE-2026-31988 (GHSA-gmq8-994r-jv83)',
    source: `${GITHUB}github/advisory-database/issues/7159`,
  },
  {
    name: 'csv-parse',
    fixed: ['7.0.2'],
    advisories: 'CVE-2026-85063 (GHSA-8cw4-87c7-c6xx)',
    source: `${GITHUB}GovAlta/adsp-monorepo/pull/5908`,
  },
  {
    name: 'diff',
    fixed: ['8.0.3'],
    advisories: 'CVE-2026-24001 (GHSA-73rr-hh4g-fpgx)',
    source: `${GITHUB}grafana/grafana/pull/120258`,
  },
  {
    name: 'drizzle-orm',
    fixed: ['0.45.2', '1.0.0-beta'],
    advisories: 'CVE-2026-39356',
    source: 'https://nvd.nist.gov/vuln/detail/CVE-2026-39356',
  },
];

/** Parse input of others as well; no advisory with a fixed version was found for them. */
export const WITHOUT_ADVISORY = (
  '@fastify/cookie @fastify/forwarded @fastify/multipart @fastify/proxy-addr @fastify/send bidi-js brotli find-my-way ' +
  'fontkit harfbuzzjs ipaddr.js linebreak numfmt otpauth pdfkit png-js range-parser restructure s3mini saxen ' +
  'secure-json-parse stripe subset-font tiny-inflate zod'
).split(' ');

const compare = (left: string, right: string) => left.localeCompare(right, 'en', { numeric: true });
const majorOf = (version: string) => Number.parseInt(version, 10);

/** Returns whether a version has the fix of its major version, or belongs to a newer one. */
export function isFixed(version: string, fixed: readonly string[]): boolean {
  const own = fixed.find((one) => majorOf(one) === majorOf(version));
  if (own !== undefined) return compare(version, own) >= 0;
  return fixed.every((one) => majorOf(one) < majorOf(version));
}

/** A pinned version of a package or a part of Node. */
export interface Pinned {
  name: string;
  version: string;
  /** The file that pins it. */
  path: string;
}

/** Finds what is pinned below its minimum, and parsers that are not pinned at all. */
export function checkVersions(pinned: readonly Pinned[]): Finding[] {
  const low = pinned.flatMap(({ name, version, path }): Finding[] => {
    const minimum = MINIMUMS.find((one) => one.name === name);
    if (!minimum || isFixed(version, minimum.fixed)) return [];
    const { fixed, advisories, source } = minimum;
    const hint = `use ${fixed.join(' or ')}, because of ${advisories}: ${source}`;
    return [{ path, line: 1, what: `pins ${name} ${version}`, hint }];
  });
  const names = new Set(pinned.map(({ name }) => name));
  const absent = [...MINIMUMS.map(({ name }) => name), ...WITHOUT_ADVISORY].filter(
    (name) => !names.has(name),
  );
  const hint = 'remove it from this list';
  return [
    ...low,
    ...absent.map((name) => ({
      path: 'scripts/check-versions.ts',
      line: 1,
      what: `${name} is not pinned`,
      hint,
    })),
  ];
}

const NODE_PACKAGE = /^node-(darwin|linux|win)-\w+$/;

/** Every version that is pinned: of packages, of Node in its packages and images, and of the parts of this Node. */
export function listPinned(): Pinned[] {
  const path = 'package-lock.json';
  const { packages } = JSON.parse(readFileSync(path, 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  const locked = Object.entries(packages).flatMap(([folder, { version = '' }]): Pinned[] => {
    const name = folder.split('node_modules/').at(-1) ?? '';
    return name === '' ? [] : [{ name: NODE_PACKAGE.test(name) ? 'node' : name, version, path }];
  });
  const image = 'deploy/Dockerfile';
  const images = [...readFileSync(image, 'utf8').matchAll(/^FROM node:([\d.]+)/gm)];
  const { undici = '', llhttp = '', node } = process.versions;
  return [
    ...locked,
    ...images.map(([, version = '']) => ({ name: 'node', version, path: image })),
    ...Object.entries({ undici, llhttp, node }).map(([name, version]) => ({
      name,
      version,
      path: `Node ${node}`,
    })),
  ];
}

if (import.meta.main) {
  const pinned = listPinned();
  report('versions', checkVersions(pinned), { files: pinned.length });
}
