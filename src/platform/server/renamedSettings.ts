/** Names of settings before they were renamed; accepted for one release. */
const FORMER_NAMES: Record<string, string> = {
  AUDIT_ENDS_DIR: 'AUDIT_CHECKPOINTS_DIR',
  SERVER_KEY_EARLIER: 'SERVER_KEY_PREVIOUS',
};

/** The variables that are set, under their present names. */
export function readVariables(environment: NodeJS.ProcessEnv): {
  given: NodeJS.ProcessEnv;
  warnings: string[];
} {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const warnings: string[] = [];
  for (const [former, present] of Object.entries(FORMER_NAMES)) {
    if (given[former] === undefined) continue;
    given[present] ??= given[former];
    warnings.push(`${former}: is now called ${present}; the next release ignores the old name`);
  }
  return { given, warnings };
}
