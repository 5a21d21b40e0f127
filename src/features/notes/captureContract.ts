/** Metadata that a device records while a note is written, and who signed for the client. */

import { z } from 'zod';
import { optionalText } from '#platform/contract/fields.ts';
import { receiptToken } from './receiptLinkContract.ts';

const TIME_MESSAGE = 'Enter a date and time with its offset from UTC';
/** A time by the clock of the device, ISO 8601 with offset. */
const deviceTime = z.iso.datetime({ offset: true, error: TIME_MESSAGE });
/** Milliseconds of a counter that no change of the clock affects. */
const elapsedTime = z.int().nonnegative();

/** The times of a note by the clock of the device; those of the client are null without its signature. */
export const captureInput = z.object({
  /** Submitted without a connection. */
  offline: z.boolean(),
  /** The clock of the device when the request was sent. */
  deviceNow: deviceTime,
  begunAt: deviceTime,
  employeeSignedAt: deviceTime,
  clientSignedAt: deviceTime.nullish().transform((value) => value ?? null),
  submittedAt: deviceTime,
  elapsedMs: z.object({
    begun: elapsedTime,
    employeeSigned: elapsedTime,
    clientSigned: elapsedTime.nullish().transform((value) => value ?? null),
    submitted: elapsedTime,
  }),
});

export const SIGNER_KINDS = ['client', 'representative', 'none'] as const;

/** Who signed for the client. */
export const signer = z.object({
  kind: z.enum(SIGNER_KINDS),
  /** The representative. */
  name: z.string().nullable(),
  /** Relation of the representative to the client. */
  relation: z.string().nullable(),
  /** Why no one signed. */
  reason: z.string().nullable(),
  /** The typed name of which the signature is a picture; null for a drawn one. */
  typed: z.string().nullable(),
});
export type Signer = z.output<typeof signer>;

const SIGNER_TEXT_MAX = 200;

/** Who signs for the client; what does not belong to the kind is left out. */
export const signerInput = z
  .object({
    kind: z.enum(SIGNER_KINDS),
    name: optionalText(SIGNER_TEXT_MAX),
    relation: optionalText(SIGNER_TEXT_MAX),
    reason: optionalText(500),
    typed: optionalText(SIGNER_TEXT_MAX),
  })
  .transform(({ kind, name, relation, reason, typed }): Signer => {
    const isRepresentative = kind === 'representative';
    return {
      kind,
      name: isRepresentative ? name : null,
      relation: isRepresentative ? relation : null,
      reason: kind === 'none' ? reason : null,
      typed: kind === 'none' ? null : typed,
    };
  });

interface SignedInput {
  signer?: Signer | undefined;
  clientSignature?: unknown;
  clientSignatureCode?: unknown;
  sealedCode?: unknown;
  captureId?: unknown;
  dispute?: unknown;
}

/**
 * Lists the signer's missing fields. A client who cannot sign has neither code nor picture, and one who disputes
 * the note needs none.
 */
export function listSignerIssues(input: SignedInput, messages: { code: string; picture: string }) {
  const { signer: by, clientSignature: picture, sealedCode } = input;
  const isDisputed = input.dispute !== undefined;
  const isSigned = !isDisputed || picture !== undefined || Boolean(by?.typed);
  const code = input.clientSignatureCode ?? sealedCode;
  const checks: [isMissing: boolean, path: string[], message: string][] =
    by?.kind === 'none'
      ? [
          [!by.reason, ['signer', 'reason'], 'Enter why the client cannot sign'],
          [code !== undefined, ['clientSignatureCode'], 'Leave out the code when the client cannot sign'],
          [picture !== undefined, ['clientSignature'], 'Leave out the signature when the client cannot sign'],
          [isDisputed, ['dispute'], 'Leave out the dispute when the client cannot sign'],
        ]
      : [
          [isSigned && code === undefined, ['clientSignatureCode'], messages.code],
          [isSigned && picture === undefined, ['clientSignature'], messages.picture],
          [sealedCode !== undefined && input.captureId === undefined, ['captureId'], 'A UUID is required'],
          [
            by?.kind === 'representative' && !by.name,
            ['signer', 'name'],
            'Enter the name of the representative',
          ],
          [
            by?.kind === 'representative' && !by.relation,
            ['signer', 'relation'],
            'Enter what the representative is to the client',
          ],
        ];
  return checks.flatMap(([isMissing, path, message]) => (isMissing ? [{ path, message }] : []));
}

/** Fields that a new note may have beside those of the form. */
export const captureFields = z.object({
  /** Made by the device when the form is begun; a note that arrives again with it is stored once. */
  captureId: z.uuid({ error: 'A UUID is required' }).toLowerCase().optional(),
  capture: captureInput.optional(),
  /** Instead of the code: RSA-OAEP with SHA-256 of the JSON `{captureId, clientId, code}`, in base64. */
  sealedCode: z.string().max(1024).optional(),
  /** Of the receipt link that the device made and shows to the client. */
  receiptToken: receiptToken.optional(),
});

/** The capture as it is stored and signed. */
export const capture = z.object({
  ...captureInput.shape,
  clientSignedAt: z.string().nullable(),
  elapsedMs: captureInput.shape.elapsedMs.extend({ clientSigned: elapsedTime.nullable() }),
  /** When the server received the note, ISO 8601. */
  receivedAt: z.string(),
  /** The clock of the device minus that of the server, in milliseconds. */
  clockDifferenceMs: z.int(),
});
export type Capture = z.output<typeof capture>;
