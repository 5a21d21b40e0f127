/** Exports for screens that combine features. */
export { ExportSection } from './ExportSection.tsx';
