/** What later features use of the record beside its tables, reads and actions. */
export {
  digestComment,
  digestFieldComments,
  digestRemarks,
  toDecisionColumns,
  toRemarks,
} from './decisionColumns.ts';
export { REVIEWS } from './policy.ts';
export { isBillingSigned, maskCanonical } from './signing/billingText.ts';
export { digestOf, isUnchanged, type SignatureDigests } from './signing/canonicalNote.ts';
export { redrawSignature, toDataUrl } from './signing/signatures.ts';
