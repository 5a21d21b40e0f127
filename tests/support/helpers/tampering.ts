/** Columns that must not change, and other values for them. */

import { PNG } from 'pngjs';

export interface TamperedColumn {
  table: string;
  column: string;
  /** Its type in the database; `png` is a picture in a `bytea`. */
  type: string;
  /** The verification that must find a change. */
  verification: 'ledger' | 'audit' | 'notes';
}

/** `name type` of the columns, by table. */
const COLUMNS: [TamperedColumn['verification'], table: string, columns: string][] = [
  [
    'notes',
    'notes',
    `client_id bigint, client_name text, title text, content text, excerpt text, category text, priority text,
     tags text[], status text, author_id bigint, author_name text, author_department text, time_units_used numeric,
     minutes int, work_date date, time_zone text, start_time text, end_time text, research text, summary text, version int,
     employee_signed_at timestamptz, client_signed_at timestamptz, is_client_signed bool, reviewed_by bigint,
     reviewed_at timestamptz, review_comment text, rounding text, capture jsonb, signer jsonb, units_drawn bool, unit_rate numeric, deleted_at timestamptz, deleted_by bigint, created_at timestamptz`,
  ],
  ['notes', 'note_signatures', 'employee_png png, client_png png, version int, note_id bigint'],
  [
    'notes',
    'note_versions',
    'canonical text, digest text, audit_seq bigint, created_at timestamptz, version int, note_id bigint',
  ],
  [
    'notes',
    'time_entries',
    `client_id bigint, employee_id bigint, note_id bigint, description text, time_units numeric, minutes int,
     start_time timestamptz, end_time timestamptz, work_date date, time_zone text, reversed_at timestamptz`,
  ],
  [
    'ledger',
    'unit_ledger',
    `business_id bigint, id bigint, client_id bigint, kind text, delta numeric, balance_after numeric, note_id bigint,
     note_version bigint, reason text, actor_id bigint, created_at timestamptz, hash bytea`,
  ],
  ['ledger', 'client_units', 'total_time_units numeric, used_time_units numeric'],
  [
    'audit',
    'audit_log',
    `business_id bigint, seq bigint, actor_id bigint, action text, object text, object_id bigint, object_label text,
     details jsonb, ip text, created_at timestamptz, payload text, hash bytea`,
  ],
  ['audit', 'audit_heads', 'seq bigint, hash bytea'],
];

export const TAMPERED_COLUMNS: TamperedColumn[] = COLUMNS.flatMap(([verification, table, columns]) =>
  columns.split(',').map((one) => {
    const [column = '', type = ''] = one.trim().split(' ');
    return { verification, table, column, type };
  }),
);

const DAY_MS = 86_400_000;

/** Another value of a type, as PostgreSQL formats it, with a small random change. */
export function changeValue(type: string, was: string | null, random: number): string {
  switch (type) {
    case 'text':
      return was ? otherCharacter(was, random) : 'x';
    case 'text[]':
      return `{${random}}`;
    case 'bool':
      return String(was !== 'true');
    case 'bigint':
    case 'int':
      // No other row has this key.
      return String(Number(was ?? 0) + 1000 + (random % 1000));
    case 'numeric':
      return (Number(was) + 1 + (random % 7)).toFixed(2);
    case 'date':
      return new Date(Date.parse(was ?? '') + DAY_MS * (1 + (random % 9))).toISOString().slice(0, 10);
    case 'timestamptz':
      return new Date(Date.parse(was ?? '2026-01-01') + 1 + (random % DAY_MS)).toISOString();
    case 'jsonb':
      return JSON.stringify({ ...(JSON.parse(was ?? '{}') as object), more: random / 2 });
    case 'bytea':
      return `\\x${otherBit(Buffer.from(String(was).slice(2), 'hex'), random).toString('hex')}`;
    case 'png':
      return `\\x${otherPixel(Buffer.from(String(was).slice(2), 'hex'), random).toString('hex')}`;
    default:
      throw new Error(`There is no other value of the type ${type}`);
  }
}

function otherCharacter(was: string, random: number): string {
  const at = random % was.length;
  return was.slice(0, at) + String.fromCharCode(was.charCodeAt(at) ^ 1) + was.slice(at + 1);
}

function otherBit(was: Buffer, random: number): Buffer {
  const bytes = Buffer.from(was);
  const at = random % bytes.length;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}

function otherPixel(was: Buffer, random: number): Buffer {
  const png = PNG.sync.read(was);
  const at = (random % (png.width * png.height)) * 4;
  png.data.writeUInt8(png.data.readUInt8(at) ^ 1, at);
  return PNG.sync.write(png);
}
