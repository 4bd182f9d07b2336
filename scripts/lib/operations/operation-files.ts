// The files that are made from the operations. A test holds them against what stands in the tree.
import { type FoundOperation, findOperations } from './find-operations.ts';
import { contractText, header, sdkText } from './printed-client.ts';
import { commandsText } from './printed-commands.ts';

function tableText(found: readonly FoundOperation[]): string {
  const files = [...new Set(found.map(({ file }) => file))].sort();
  const imports = files.map((file) => {
    const names = found.filter((one) => one.file === file).map(({ exportName }) => exportName);
    return `import { ${names.sort().join(', ')} } from './${file}';`;
  });
  return `${header}import type { Operation } from './operation.ts';
${imports.join('\n')}

export const operations: readonly Operation[] = [
${found.map(({ exportName }) => `  ${exportName},`).join('\n')}
];
`;
}

/** Text by path. */
export async function operationFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const found = await findOperations(root);
  return new Map([
    ['src/operations/all.generated.ts', tableText(found)],
    ['src/contract/operations.generated.ts', await contractText(found, root)],
    ['src/cli/commands.generated.ts', commandsText(found)],
    ['sdk/methods.generated.ts', sdkText(found)],
  ]);
}
