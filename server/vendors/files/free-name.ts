/** "bill.pdf", "bill (2).pdf", "bill (3).pdf" …: where a name is taken by other content, the next one is tried (decision T12). */
export function* namesFor(name: string): Generator<string> {
  const { stem, ending } = partsOf(name)
  yield name
  for (let number = 2; number <= mostTwins; number += 1) yield `${stem} (${number})${ending}`
}

/** So many files of one name and different content in one folder are somebody's mistake. */
const mostTwins = 1000

function partsOf(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? { stem: name, ending: '' } : { stem: name.slice(0, dot), ending: name.slice(dot) }
}
