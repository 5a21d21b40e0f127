/** Exports for screens that combine features. */
export { ExportSection } from './list/ExportSection.tsx';
