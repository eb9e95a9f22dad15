/** Name of a folder as shown on the page: with its path, if the mailbox reports one. */
export const folderName = (folder: { folder_name: string; display_name: string | null }): string =>
  folder.display_name || folder.folder_name
