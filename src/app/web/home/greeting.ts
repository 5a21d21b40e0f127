/** The greeting of the hour, by the clock of the person's own device. */
export function greetingAt(moment: Date): 'Good morning' | 'Good afternoon' | 'Good evening' {
  const hour = moment.getHours();
  if (hour < 12) return 'Good morning';
  return hour < 17 ? 'Good afternoon' : 'Good evening';
}
