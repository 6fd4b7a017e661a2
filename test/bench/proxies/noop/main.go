// A processor that does nothing, to compare with: what any ext_proc server written in Go costs at least. It takes both bodies
// whole, lets everything pass and adds four headers to the answer, as Portcullis does.
package main

import (
	"errors"
	"flag"
	"io"
	"log"
	"net"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	extproc "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
)

// Bodies come in one message each.
const maxMessageBytes = 16 << 20

func header(name, value string) *corev3.HeaderValueOption {
	return &corev3.HeaderValueOption{
		Header:       &corev3.HeaderValue{Key: name, RawValue: []byte(value)},
		AppendAction: corev3.HeaderValueOption_OVERWRITE_IF_EXISTS_OR_ADD,
	}
}

func answer(request *extproc.ProcessingRequest) *extproc.ProcessingResponse {
	switch request.Request.(type) {
	case *extproc.ProcessingRequest_RequestHeaders:
		return &extproc.ProcessingResponse{Response: &extproc.ProcessingResponse_RequestHeaders{
			RequestHeaders: &extproc.HeadersResponse{}}}
	case *extproc.ProcessingRequest_RequestBody:
		return &extproc.ProcessingResponse{Response: &extproc.ProcessingResponse_RequestBody{
			RequestBody: &extproc.BodyResponse{}}}
	case *extproc.ProcessingRequest_ResponseHeaders:
		return &extproc.ProcessingResponse{Response: &extproc.ProcessingResponse_ResponseHeaders{
			ResponseHeaders: &extproc.HeadersResponse{Response: &extproc.CommonResponse{
				HeaderMutation: &extproc.HeaderMutation{SetHeaders: []*corev3.HeaderValueOption{
					header("x-noop-request-id", "req_0123456789abcdef0123456789"),
					header("x-noop-scan-time-ms", "0.1"),
					header("x-noop-input-status", "pass"),
					header("x-noop-output-status", "pass"),
				}}}}}}
	case *extproc.ProcessingRequest_ResponseBody:
		return &extproc.ProcessingResponse{Response: &extproc.ProcessingResponse_ResponseBody{
			ResponseBody: &extproc.BodyResponse{}}}
	default:
		return nil
	}
}

type noop struct {
	extproc.UnimplementedExternalProcessorServer
}

func (noop) Process(stream extproc.ExternalProcessor_ProcessServer) error {
	for {
		request, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if reply := answer(request); reply != nil {
			if err := stream.Send(reply); err != nil {
				return err
			}
		}
	}
}

func main() {
	network := flag.String("network", "tcp", "tcp or unix")
	address := flag.String("address", "127.0.0.1:0", "where Envoy finds it")
	flag.Parse()
	listener, err := net.Listen(*network, *address)
	if err != nil {
		log.Fatal(err)
	}
	server := grpc.NewServer(grpc.MaxRecvMsgSize(maxMessageBytes), grpc.MaxSendMsgSize(maxMessageBytes))
	extproc.RegisterExternalProcessorServer(server, noop{})
	checks := health.NewServer()
	checks.SetServingStatus(extproc.ExternalProcessor_ServiceDesc.ServiceName, healthv1.HealthCheckResponse_SERVING)
	healthv1.RegisterHealthServer(server, checks)
	log.Fatal(server.Serve(listener))
}
