/** Functions of the record that later features use, beside its tables, reads and actions. */
export { wasAssigned, wasInactive, type CheckedNote } from './checks/findings.ts';
export { toDaySpan, type CheckSettings, type ComparedNote } from './checks/comparedNote.ts';
export { toPrefix } from './checks/textSimilarity.ts';
export {
  digestComment,
  digestFieldComments,
  digestRemarks,
  NO_DECISION,
  toDecisionColumns,
  toRemarks,
} from './decisionColumns.ts';
export { isEditable, REVIEWS } from './policy.ts';
export {
  buildBillingText,
  digestOfBilling,
  isBillingSigned,
  maskCanonical,
  type Billing,
} from './signing/billingText.ts';
export {
  canonicalNote,
  digestOf,
  digestsOf,
  isUnchanged,
  NEWEST_FORM,
  type SignatureDigests,
} from './signing/canonicalNote.ts';
export {
  decodeSignatures,
  redrawSignature,
  refuseReusedSignatures,
  toDataUrl,
} from './signing/signatures.ts';
