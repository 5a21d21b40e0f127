/** The greeting for the local time of the device. */
export function greetingAt(moment: Date): 'Good morning' | 'Good afternoon' | 'Good evening' {
  const hour = moment.getHours();
  if (hour < 12) return 'Good morning';
  return hour < 17 ? 'Good afternoon' : 'Good evening';
}
