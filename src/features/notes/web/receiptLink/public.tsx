/** The receipt link of a note for other features. */
export { ReceiptCode } from './ReceiptCode.tsx';
