const named: Record<string, string> = {
  title: 'Title',
  content: 'Description',
  description: 'Description',
  research: 'Research & Analysis',
  summary: 'Summary',
};

/** The texts of a version's frozen content, in the order people read them. */
export function textsOfVersion(content: string): { name: string; text: string }[] {
  const frozen = JSON.parse(content) as Record<string, unknown>;
  return Object.entries(named).flatMap(([key, name]) => {
    const text = frozen[key];
    return typeof text === 'string' && text !== '' ? [{ name, text }] : [];
  });
}
