import { writeFeatureDocs } from './featureDocs.ts';

writeFeatureDocs();
