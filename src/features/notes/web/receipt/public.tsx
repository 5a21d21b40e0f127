/** Texts and controls for clients, for the signing screen. */
export { DisputeForm } from './DisputeForm.tsx';
export { LanguageSwitch } from './LanguageSwitch.tsx';
export { LargeButton } from './LargeButton.tsx';
export {
  formatReceiptDay,
  formatReceiptMinutes,
  formatReceiptTimes,
  formatReceiptUnits,
  formatShortDay,
} from './receiptFormat.ts';
export { receiptTexts } from './receiptTexts.ts';
