/** Numbered names ("bill (2).pdf") that are tried when a name is taken. */
const sameNameMaxFiles = 1000

/** Names to try in turn when a name is taken by other content: `bill.pdf`, `bill (2).pdf`, `bill (3).pdf` … */
export function* candidateNames(name: string): Generator<string> {
  const { stem, extension } = splitExtension(name)
  yield name
  for (let number = 2; number <= sameNameMaxFiles; number += 1) yield `${stem} (${number})${extension}`
}

function splitExtension(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? { stem: name, extension: '' } : { stem: name.slice(0, dot), extension: name.slice(dot) }
}
