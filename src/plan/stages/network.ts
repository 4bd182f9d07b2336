// One graph of everything that was said about the work: scheduled and priced by code.

import { buildNetwork } from '../network/build.ts';
import { networkInputOf } from '../network/network-input.ts';
import { networkDigest } from '../network-digest.ts';
import { type NetworkOutput, networkOutput } from '../outputs/network.ts';
import { outputOf, type Stage } from '../stage.ts';
import { detailsStage } from './details.ts';

export const networkStage: Stage<NetworkOutput> = {
  name: 'network',
  version: 2,
  needs: ['facts', 'direction', 'mend-2', 'charter', 'outline', 'team', 'details'],
  output: networkOutput,
  brief: networkDigest,
  offline: (input) => buildNetwork(networkInputOf(input, outputOf(input, detailsStage))),
};
