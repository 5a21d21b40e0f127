const headings: Record<string, string> = {
  title: 'Title',
  content: 'Description',
  description: 'Description',
  research: 'Research & Analysis',
  summary: 'Summary',
};

/** The texts of a version's signed content, in reading order. */
export function textsOfVersion(content: string): { name: string; text: string }[] {
  const signed = JSON.parse(content) as Record<string, unknown>;
  return Object.entries(headings).flatMap(([key, name]) => {
    const text = signed[key];
    return typeof text === 'string' && text !== '' ? [{ name, text }] : [];
  });
}
