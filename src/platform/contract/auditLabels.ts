/** The texts of the audit log for the events that a feature records. */
export interface AuditLabels {
  /** Names of objects, by the part of the event before the dot. */
  objects?: Record<string, string>;
  /** Texts that do not follow from object and action, by event. The name of the object follows them. */
  actions?: Record<string, string>;
}
