/**
 * Where a folder lies: its full name without its own, null at the top. Not what stands before the last slash, since a name may
 * have slashes of its own (`In / Out`).
 */
export function pathOf({
  folder_name,
  display_name,
}: {
  folder_name: string
  display_name: string | null
}): string | null {
  const end = `/${folder_name}`
  return display_name?.endsWith(end) && display_name.length > end.length ? display_name.slice(0, -end.length) : null
}
