/**
 * Path of the parent folder, null at the top level. Strips the folder's own name rather than cutting at the last slash,
 * since a name can contain slashes (`In / Out`).
 */
export function parentPath({
  folder_name,
  display_name,
}: {
  folder_name: string
  display_name: string | null
}): string | null {
  const end = `/${folder_name}`
  return display_name?.endsWith(end) && display_name.length > end.length ? display_name.slice(0, -end.length) : null
}
