/** The first of "Passkey", "Passkey 2", "Passkey 3" … that is not taken: the server wants each name once. */
export function freeName(wanted: string, taken: readonly { name: string }[]): string {
  const isTaken = (name: string): boolean => taken.some((each) => each.name.toLowerCase() === name.toLowerCase())
  let name = wanted
  for (let number = 2; isTaken(name); number++) name = `${wanted} ${number}`
  return name
}
