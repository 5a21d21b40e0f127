/** Components of packets for the screens that show them. */
export { ReadinessCard } from './card/ReadinessCard.tsx';
export { PacketsSection } from './section/PacketsSection.tsx';
