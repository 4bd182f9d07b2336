// What stands at a place, in a form that can be written down and compared: enough to tell whether it
// is what we found, what we made, or neither.

export interface FileShape {
  readonly is: 'file';
  readonly mode: number;
  readonly sha256: string;
  readonly bytes: number;
  /** Given back on undo where we may; never compared. */
  readonly uid?: number;
  readonly gid?: number;
}

export type Shape =
  | { readonly is: 'absent' }
  | FileShape
  | { readonly is: 'folder'; readonly mode: number }
  | { readonly is: 'link'; readonly target: string }
  /** A name of git: a commit, or for HEAD the name of a branch. */
  | { readonly is: 'ref'; readonly value: string }
  /** A socket, a pipe, a device. */
  | { readonly is: 'other' };

export const absent: Shape = { is: 'absent' };

export function sameShape(left: Shape, right: Shape): boolean {
  switch (left.is) {
    case 'absent':
    case 'other':
      return right.is === left.is;
    case 'file':
      return right.is === 'file' && left.sha256 === right.sha256 && left.mode === right.mode;
    case 'folder':
      return right.is === 'folder' && left.mode === right.mode;
    case 'link':
      return right.is === 'link' && left.target === right.target;
    case 'ref':
      return right.is === 'ref' && left.value === right.value;
  }
}
