/** The first of "Passkey", "Passkey 2", "Passkey 3" … that is not taken: the server requires unique names. */
export function uniqueName(base: string, taken: readonly { name: string }[]): string {
  let name = base
  for (let number = 2; isNameTaken(name, taken); number++) name = `${base} ${number}`
  return name
}

/** Compares case-insensitively, as the server does. */
export const isNameTaken = (name: string, taken: readonly { name: string }[]): boolean =>
  taken.some((each) => each.name.toLowerCase() === name.toLowerCase())
