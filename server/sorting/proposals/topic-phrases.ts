import { CONCEPTS, fold } from '../../../packages/classifier/classifier.ts'

/** How a person would name what such email is about, by concept of the classifier. */
const phrases: Record<string, string> = {
  purchase: 'order confirmations and receipts',
  invoice: 'invoices and payments',
  delivery: 'parcels and deliveries',
  travel: 'trips and bookings',
  newsletter: 'newsletters',
  promotion: 'offers and discounts',
  banking: 'account statements and card payments',
  investing: 'shares and investments',
  client: 'client projects',
  school: 'school',
  university: 'university courses',
  personal: 'family and friends',
  security: 'sign-in codes and security alerts',
  meeting: 'meetings and appointments',
  software: 'software builds and code reviews',
  systems: 'IT systems and outages',
  job: 'job offers and applications',
  staff: 'staff and payroll',
  training: 'courses and training',
  health: 'doctors and health',
  insurance: 'insurance policies and claims',
  tax: 'taxes',
  legal: 'contracts and legal matters',
  government: 'public offices and permits',
  home: 'the home and its bills',
  social: 'notifications of social networks',
  support: 'support requests',
  event: 'events and tickets',
  club: 'clubs and teams',
  charity: 'donations',
  press: 'news and articles',
  food: 'restaurants and groceries',
  car: 'the car',
}

/** A topic is named where this many of its words distinguish the folder. */
const minWords = 2
const maxTopics = 2

const conceptsByWord = new Map<string, string[]>()
for (const [concept, words] of Object.entries(CONCEPTS))
  for (const word of words.split(/\s+/).filter((each) => concept in phrases && each !== ''))
    conceptsByWord.set(fold(word), [...(conceptsByWord.get(fold(word)) ?? []), concept])

/**
 * Phrases for the topics of words. They come from a closed list: no word that a sender wrote becomes an instruction,
 * and neither a name nor a stop word becomes a topic.
 * @param words with their weights
 */
export function topicPhrases(words: Iterable<[word: string, weight: number]>): string[] {
  const topics = new Map<string, { words: number; weight: number }>()
  for (const [word, weight] of words)
    for (const concept of conceptsByWord.get(fold(word)) ?? []) {
      const topic = topics.get(concept) ?? { words: 0, weight: 0 }
      topics.set(concept, { words: topic.words + 1, weight: topic.weight + weight })
    }
  const found = [...topics]
    .filter(([, topic]) => topic.words >= minWords)
    .toSorted(([a, { weight: ofA }], [b, { weight: ofB }]) => ofB - ofA || (a < b ? -1 : 1))
  // Words that several concepts share must not add weaker topics.
  const strongest = found[0]?.[1].weight ?? 0
  const strong = found.filter(([, { weight }]) => weight > strongest / 2)
  return strong.slice(0, maxTopics).map(([concept]) => phrases[concept] ?? concept)
}
