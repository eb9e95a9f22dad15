export const languages = ['en', 'de', 'fr', 'es', 'nl'] as const
export type Language = (typeof languages)[number]

/** Frequent words that are rare in the other languages. A word of two languages counts for neither. */
const frequentWords: Record<Language, string> = {
  en:
    'the and you your are is this that with have has please thank thanks we our can could would will ' +
    'be from not any attached regards dear hello let know there what when if it to of',
  de:
    'der das und ist nicht sie ich wir ihr ihre ihnen mit für auf ein eine einen bitte danke vielen ' +
    'dank können haben wird werden zu von dem den sich auch noch bei sehr geehrte herr frau grüße ' +
    'freundlichen anbei hallo liebe du dir dich mir mich dein deine hast bist kannst kommst magst passt geht heute ' +
    'abend schon gerade lg vg mfg klar doch oder nein wann wie schickst',
  fr:
    'le les et est vous nous votre vos pour avec une dans pas ce cette je merci bonjour madame ' +
    'monsieur cordialement veuillez pouvez avez sont du des au aux sur être avoir plus bien très ' +
    'ci-joint salut coucou tu toi moi ça va demain soir peux viens bises bisous oui quand quoi mais est-ce',
  es:
    'el los las y es usted con para por una su sus gracias hola estimado estimada saludos puede tiene ' +
    'son del al que no se este esta muy adjunto favor buenos días cordial nos más está ' +
    'tu tú te puedes tienes vienes vale cuándo cómo qué besos abrazo mañana hasta',
  nl:
    'het een en niet voor met van u uw wij ons onze bedankt dank hallo beste groet groeten kunt ' +
    'kunnen hebben heeft zijn wordt aan bij ook naar deze dit graag bijlage vriendelijke geachte mijn ' +
    'jullie ik hoi jij jou jouw mij kan kun kom ben heb wil vanavond doei groetjes nee wanneer hoe wat lukt goed',
}

const languageByWord: ReadonlyMap<string, Language> = (() => {
  const found = new Map<string, Language | null>()
  for (const language of languages)
    for (const word of frequentWords[language].split(' ')) found.set(word, found.has(word) ? null : language)
  return new Map([...found].flatMap(([word, language]) => (language === null ? [] : [[word, language] as const])))
})()

/** The first lines decide: the quoted message below may be in another language. */
const detectionLength = 2000
const minMatches = 2

/**
 * Detects a text's language by its frequent words.
 * @returns null if it is none of these or the text is too short
 */
export function detectLanguage(text: string): Language | null {
  const counts = new Map<Language, number>()
  for (const [word] of text
    .slice(0, detectionLength)
    .toLowerCase()
    .matchAll(/[\p{L}-]+/gu)) {
    const language = languageByWord.get(word)
    if (language) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  const [first, second] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (!first || first[1] < minMatches || first[1] === second?.[1]) return null
  return first[0]
}
