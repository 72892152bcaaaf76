/** The texts of the dialog that changes the image of a game. */
import { text, texts } from './text.ts'

export const t = texts('gameImage', {
  title: text('The image of {name}', { name: 'ANY' }),
  now: 'This is how it looks now.',
  preview: 'This is how it will look.',
  choose: 'Choose a picture',
  other: 'Choose another picture',
  dropOrPaste: 'You can also drop a picture here, or paste one.',
  formats:
    'JPEG, PNG, WebP or GIF, up to 8\u00a0MB. We store only the square. We do not store, for example, where a photo was taken.',
  wrongKind: 'This is not a JPEG, PNG, WebP or GIF file. Choose another picture.',
  tooLarge: 'This file is larger than 8\u00a0MB. Choose a smaller picture.',
  unreadable: 'This picture is damaged, or this browser cannot read it. Choose another one.',
  refused:
    'The service cannot read this picture: it is damaged, or has more than 40 megapixels. Choose another one.',
  changed:
    'Somebody else has changed this game in the meantime. Save again if you want to keep your picture.',
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  takeAway: 'Remove the image',
  takenAway: 'The image was removed.',
  putBack: 'Put it back',
  isBack: 'The image is back.',
})
