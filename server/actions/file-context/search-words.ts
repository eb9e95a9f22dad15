/** Stop words of the product's languages, as `normalizeWords` returns them. */
const stopWords: ReadonlySet<string> = new Set(
  `a about after all also an and any are as at attached be been but by can could did do does dear for from get give
  good had has have he hello help her here hi him his how if in into is it its just know let like look mail me
  more my need new no not now of off on one only or other our out please question re regarding reply request see
  send she should so some than thank thanks that the their them then there these they this to up us use used using
  want was we were what when where which who why will with would you your fw fwd aber alle als am an anfrage
  antwort auf aus bei bitte da dass dein dem den der des die das dir doch du durch ein eine einem einen einer
  eines er es etwas frage fur guten haben hallo hat ich ihr ihre ihrem ihren im in ist ja kann konnen mein mit
  nach nicht noch nun nur oder sehr sein sich sie sind uber um und uns unser von vom vor war wenn wer wie wir wird
  wo zu zum zur aw wg au aux avec bonjour ce ces cette comme dans de demande des dont du elle en est et eu il je
  la le les leur lui mais merci mes moi mon ne nos notre nous on ou par pas plus pour pouvez qu que qui sa sans se
  ses son sont sur ta te tes toi ton tu un une vos votre vous tr al algo buenos como con consulta de del donde el
  ella en entre era es esta este esto gracias ha hay hola la las lo los mas me mi mis muy no nos nuestra nuestro o
  para pero por porque que respuesta se si sin sobre son su sus tu un una uno usted y ya rv aan al alle als bij
  ben daar dan dat de deze die dit doen door dus een en er geen graag had heb hebben heeft het hier hij hoe ik in
  is ja je kan kunnen kunt maar me meer met mij mijn na naar niet nog of om onder ons onze ook op over te tot u
  uit uw van veel voor vraag was wat we wel wie wij wil worden zal ze zich zij zijn zo zou antw`.split(/\s+/),
)

/** Normal form for comparison: no accents, lower case, single spaces between words. */
export const normalizeWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const searchedTextMaxLength = 5000
const maxSearchWords = 8

/**
 * Search terms of a text: its words without stop words, each once, at most eight. Words with digits come first,
 * because they match the fewest files.
 */
export function searchWords(text: string): string[] {
  const words = normalizeWords(text.slice(0, searchedTextMaxLength))
    .split(' ')
    .filter((word) => word.length > 1 && word.length <= 60 && !stopWords.has(word))
  const once = [...new Set(words)]
  const isTelling = (word: string): boolean => /\p{N}/u.test(word) && word.length > 2
  return [...once.filter(isTelling), ...once.filter((word) => !isTelling(word))].slice(0, maxSearchWords)
}
