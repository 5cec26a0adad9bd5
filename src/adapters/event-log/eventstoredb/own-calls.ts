import type grpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { CallOptions as GrpcCallOptions, Metadata } from '@grpc/grpc-js'
import type { CallOptions, Store } from './store.ts'

/** The parts of the client that open a call; not in its public types. */
type Opener = {
  /** Opens a call, and connects again when it breaks. */
  GRPCStreamCreator<A>(
    Client: typeof grpc.StreamsClient,
    name: string,
    open: (client: grpc.StreamsClient) => A,
  ): () => Promise<A>
  /** The service without that watch: a call that we cancel would make the client leave its connection. */
  getGRPCClient(Client: typeof grpc.StreamsClient, name: string): Promise<grpc.StreamsClient>
  /** `deadline`: a time, in milliseconds since 1970. */
  callArguments(call: CallOptions, options: { readonly deadline: number }): [Metadata, GrpcCallOptions]
}

/** How calls that the client has no method for are opened on its connection, with its credentials. */
export const ownCalls = ({ client }: Pick<Store, 'client'>): Opener => client as unknown as Opener
