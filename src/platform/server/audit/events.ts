/** Guarded: the events of the audit log. */

/**
 * Events of the features: the key is `object.action` (a noun, a past tense), the value the type of the details, `null`
 * for none. A feature adds its events beside the code that records them. Details hold ids, states and numbers, never a
 * secret, and free text only as the `reason` of an exception.
 */
export interface AuditDetails {}

type EventOf<Type extends keyof AuditDetails> = {
  type: Type;
  /** The id of the object, if it has one. */
  id?: number | null;
  /** The name of the object now, if it has one. */
  label?: string | null;
} & (AuditDetails[Type] extends null ? { details?: undefined } : { details: AuditDetails[Type] });

export type AuditEvent = { [Type in keyof AuditDetails]: EventOf<Type> }[keyof AuditDetails];
