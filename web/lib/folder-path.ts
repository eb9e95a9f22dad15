/**
 * Path of the parent folder, null at the top level. Strips the folder's own name rather than cutting at the last slash,
 * since a name can contain slashes (`In / Out`). The server joins names by " › " where a path would be shown twice.
 */
export function parentPath({
  folder_name,
  display_name,
}: {
  folder_name: string
  display_name: string | null
}): string | null {
  const end = ['/', ' › '].map((separator) => separator + folder_name).find((own) => display_name?.endsWith(own))
  return display_name && end && display_name.length > end.length ? display_name.slice(0, -end.length) : null
}
