/** Guarded: exports notes as PDF and records each export in the audit log. */

import { recordAudit } from '#platform/server/audit/record.ts';
import { parseObject } from '#platform/server/canonicalJson.ts';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import type { GeneratedFile } from '#platform/server/http/download.ts';
import { publishChange, writeInBusiness } from '#platform/server/tenancy.ts';
import { getOwnBusiness } from '#features/businesses/server/reads.ts';
import { readEvidence } from '#features/evidence/server/reads.ts';
import { noteHeading } from '#features/notes/rules.ts';
import { listDisputes } from '#features/notes/server/disputes/reads.ts';
import { notePdf } from './notePdf.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'note.exported': { version: number; format: 'pdf' };
  }
}

/**
 * Exports the last signed version.
 * @throws 403 for a colleague's note when not a manager, 404, 409 when the evidence is incomplete
 */
export async function exportNotePdf(context: MemberContext, noteId: number): Promise<GeneratedFile> {
  const evidence = await readEvidence(context, noteId);
  const signed = parseObject(evidence.canonical ?? '') as Parameters<typeof noteHeading>[0] | null;
  const { business, disputes } = await writeInBusiness(context, async (tx) => {
    publishChange(tx, ['audit']);
    recordAudit(tx, context, {
      type: 'note.exported',
      id: noteId,
      label: signed && noteHeading(signed),
      details: { version: evidence.version, format: 'pdf' },
    });
    const [own, reported] = await Promise.all([
      getOwnBusiness(tx, context.businessId),
      listDisputes(tx, context.businessId, noteId),
    ]);
    return { business: own, disputes: reported };
  });
  return notePdf({
    evidence,
    disputes,
    businessName: business.name,
    paperSize: business.paperSize,
    forManager: isManager(context.session),
    at: context.now,
  });
}
